SELECT
  _1 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN LENGTH(_0) BETWEEN 1 AND 1000
      THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _0), 0) - 1, 2)
    END AS _1
  FROM (
    SELECT
      CASE
        WHEN (
          TRY_CAST(`ward's "name"` AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND (
            TRY_CAST(`ward's "name"` AS DOUBLE)
          ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
        )
        AND NOT (
          TRY_CAST(`ward's "name"` AS DOUBLE) BETWEEN CAST(-9.2e+18 AS DOUBLE) AND CAST(9.2e+18 AS DOUBLE)
          AND (
            TRY_CAST(`ward's "name"` AS DOUBLE)
          ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
        )
        THEN CONCAT(
          CASE
            WHEN TRY_CAST(`ward's "name"` AS DOUBLE) < CAST(0.0e0 AS DOUBLE)
            THEN '-'
            ELSE ''
          END,
          TRIM(LEADING '0' FROM CONCAT(
            CAST(CAST(CAST(CASE
              WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
              THEN CAST(FLOOR(
                ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
              ) AS DOUBLE)
              ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
            END AS BIGINT) AS DECIMAL(20, 0)) + (
              CAST(CAST(CASE
                WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                THEN CAST(FLOOR(
                  ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                ) AS DOUBLE)
                ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
              END AS BIGINT) AS DECIMAL(20, 0)) * 8446744073709551616 + CAST(CAST(CASE
                WHEN (
                  ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                    WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                    THEN CAST(FLOOR(
                      ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    ) AS DOUBLE)
                    ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                  END * CAST(1.8446744073709552e+19 AS DOUBLE)
                ) / CAST(4294967296.0e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                THEN CAST(FLOOR(
                  (
                    ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                      WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                      THEN CAST(FLOOR(
                        ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                      ) AS DOUBLE)
                      ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    END * CAST(1.8446744073709552e+19 AS DOUBLE)
                  ) / CAST(4294967296.0e0 AS DOUBLE)
                ) AS DOUBLE)
                ELSE (
                  ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                    WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                    THEN CAST(FLOOR(
                      ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    ) AS DOUBLE)
                    ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                  END * CAST(1.8446744073709552e+19 AS DOUBLE)
                ) / CAST(4294967296.0e0 AS DOUBLE)
              END AS BIGINT) AS DECIMAL(20, 0)) * 4294967296 + CAST(CAST((
                ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                  WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                  THEN CAST(FLOOR(
                    ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                  ) AS DOUBLE)
                  ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                END * CAST(1.8446744073709552e+19 AS DOUBLE)
              ) - CASE
                WHEN (
                  ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                    WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                    THEN CAST(FLOOR(
                      ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    ) AS DOUBLE)
                    ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                  END * CAST(1.8446744073709552e+19 AS DOUBLE)
                ) / CAST(4294967296.0e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                THEN CAST(FLOOR(
                  (
                    ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                      WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                      THEN CAST(FLOOR(
                        ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                      ) AS DOUBLE)
                      ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    END * CAST(1.8446744073709552e+19 AS DOUBLE)
                  ) / CAST(4294967296.0e0 AS DOUBLE)
                ) AS DOUBLE)
                ELSE (
                  ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                    WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                    THEN CAST(FLOOR(
                      ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    ) AS DOUBLE)
                    ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                  END * CAST(1.8446744073709552e+19 AS DOUBLE)
                ) / CAST(4294967296.0e0 AS DOUBLE)
              END * CAST(4294967296.0e0 AS DOUBLE) AS BIGINT) AS DECIMAL(20, 0))
            ) DIV 10000000000000000000 AS STRING),
            LPAD(
              CAST((
                CAST(CAST(CASE
                  WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                  THEN CAST(FLOOR(
                    ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                  ) AS DOUBLE)
                  ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                END AS BIGINT) AS DECIMAL(20, 0)) * 8446744073709551616 + CAST(CAST(CASE
                  WHEN (
                    ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                      WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                      THEN CAST(FLOOR(
                        ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                      ) AS DOUBLE)
                      ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    END * CAST(1.8446744073709552e+19 AS DOUBLE)
                  ) / CAST(4294967296.0e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                  THEN CAST(FLOOR(
                    (
                      ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                        WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                        THEN CAST(FLOOR(
                          ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                        ) AS DOUBLE)
                        ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                      END * CAST(1.8446744073709552e+19 AS DOUBLE)
                    ) / CAST(4294967296.0e0 AS DOUBLE)
                  ) AS DOUBLE)
                  ELSE (
                    ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                      WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                      THEN CAST(FLOOR(
                        ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                      ) AS DOUBLE)
                      ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    END * CAST(1.8446744073709552e+19 AS DOUBLE)
                  ) / CAST(4294967296.0e0 AS DOUBLE)
                END AS BIGINT) AS DECIMAL(20, 0)) * 4294967296 + CAST(CAST((
                  ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                    WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                    THEN CAST(FLOOR(
                      ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    ) AS DOUBLE)
                    ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                  END * CAST(1.8446744073709552e+19 AS DOUBLE)
                ) - CASE
                  WHEN (
                    ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                      WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                      THEN CAST(FLOOR(
                        ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                      ) AS DOUBLE)
                      ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    END * CAST(1.8446744073709552e+19 AS DOUBLE)
                  ) / CAST(4294967296.0e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                  THEN CAST(FLOOR(
                    (
                      ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                        WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                        THEN CAST(FLOOR(
                          ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                        ) AS DOUBLE)
                        ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                      END * CAST(1.8446744073709552e+19 AS DOUBLE)
                    ) / CAST(4294967296.0e0 AS DOUBLE)
                  ) AS DOUBLE)
                  ELSE (
                    ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) - CASE
                      WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                      THEN CAST(FLOOR(
                        ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                      ) AS DOUBLE)
                      ELSE ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)
                    END * CAST(1.8446744073709552e+19 AS DOUBLE)
                  ) / CAST(4294967296.0e0 AS DOUBLE)
                END * CAST(4294967296.0e0 AS DOUBLE) AS BIGINT) AS DECIMAL(20, 0))
              ) % 10000000000000000000 AS STRING),
              19,
              '0'
            )
          ))
        )
        ELSE CASE
          WHEN NOT TRY_CAST(`ward's "name"` AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
          THEN NULL
          WHEN TRY_CAST(`ward's "name"` AS DOUBLE) BETWEEN CAST(-9.2e+18 AS DOUBLE) AND CAST(9.2e+18 AS DOUBLE)
          AND (
            TRY_CAST(`ward's "name"` AS DOUBLE)
          ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
          THEN CAST(TRY_CAST(TRY_CAST(`ward's "name"` AS DOUBLE) AS BIGINT) AS STRING)
          ELSE CASE
            WHEN TRY_CAST(`ward's "name"` AS DOUBLE) < CAST(0.0e0 AS DOUBLE)
            THEN '-'
            ELSE ''
          END || CASE
            WHEN LOCATE(
              'E',
              CASE
                WHEN CASE
                  WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                  THEN LENGTH(
                    TRIM('0' FROM REPLACE(
                      SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                      '.',
                      ''
                    ))
                  ) > CASE
                    WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                    THEN 10
                    WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                    THEN 14
                    WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                    THEN 13
                    WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                    THEN 12
                    WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                    THEN 11
                    ELSE 10
                  END
                END
                THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
              END
            ) = 0
            THEN CASE
              WHEN CASE
                WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                THEN LENGTH(
                  TRIM('0' FROM REPLACE(
                    SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                    '.',
                    ''
                  ))
                ) > CASE
                  WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                  THEN 10
                  WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                  THEN 14
                  WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                  THEN 13
                  WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                  THEN 12
                  WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                  THEN 11
                  ELSE 10
                END
              END
              THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
              ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
            END
            WHEN ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) < CAST(1.0e0 AS DOUBLE)
            THEN '0.' || REPEAT(
              '0',
              -(
                TRY_CAST(SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                    ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                  END,
                  'E',
                  2
                ) AS INT) + 1
              )
            ) || TRIM(TRAILING '0' FROM REPLACE(
              SPLIT_PART(
                CASE
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(
                        SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                        '.',
                        ''
                      ))
                    ) > CASE
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                  ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                END,
                'E',
                1
              ),
              '.',
              ''
            ))
            WHEN (
              TRY_CAST(SPLIT_PART(
                CASE
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(
                        SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                        '.',
                        ''
                      ))
                    ) > CASE
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                  ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                END,
                'E',
                2
              ) AS INT) + 1
            ) < LENGTH(
              TRIM(TRAILING '0' FROM REPLACE(
                SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                    ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                  END,
                  'E',
                  1
                ),
                '.',
                ''
              ))
            )
            THEN SUBSTRING(
              TRIM(TRAILING '0' FROM REPLACE(
                SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                    ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                  END,
                  'E',
                  1
                ),
                '.',
                ''
              )),
              1,
              (
                TRY_CAST(SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                    ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                  END,
                  'E',
                  2
                ) AS INT) + 1
              )
            ) || '.' || SUBSTRING(
              TRIM(TRAILING '0' FROM REPLACE(
                SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                    ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                  END,
                  'E',
                  1
                ),
                '.',
                ''
              )),
              (
                TRY_CAST(SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                    ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                  END,
                  'E',
                  2
                ) AS INT) + 1
              ) + 1
            )
            ELSE TRIM(TRAILING '0' FROM REPLACE(
              SPLIT_PART(
                CASE
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(
                        SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                        '.',
                        ''
                      ))
                    ) > CASE
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                  ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                END,
                'E',
                1
              ),
              '.',
              ''
            )) || REPEAT(
              '0',
              (
                TRY_CAST(SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                    ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                  END,
                  'E',
                  2
                ) AS INT) + 1
              ) - LENGTH(
                TRIM(TRAILING '0' FROM REPLACE(
                  SPLIT_PART(
                    CASE
                      WHEN CASE
                        WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
                        THEN LENGTH(
                          TRIM('0' FROM REPLACE(
                            SPLIT_PART(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING), 'E', 1),
                            '.',
                            ''
                          ))
                        ) > CASE
                          WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                          THEN 10
                          WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                          THEN 14
                          WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                          THEN 13
                          WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                          THEN 12
                          WHEN ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                          THEN 11
                          ELSE 10
                        END
                      END
                      THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
                      ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
                    END,
                    'E',
                    1
                  ),
                  '.',
                  ''
                ))
              )
            )
          END
        END
      END AS _0
    FROM visits
  ) AS _l2
) AS _rows
GROUP BY
  _1
