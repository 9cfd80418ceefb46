SELECT
  _1 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN LENGTH(_0) BETWEEN 1 AND 1000
      THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0), 0) - 1, 2)
    END AS _1
  FROM (
    SELECT
      CASE
        WHEN (
          CAST("ward's ""name""" AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND CAST("ward's ""name""" AS DOUBLE) = FLOOR(CAST("ward's ""name""" AS DOUBLE))
        )
        AND NOT (
          CAST("ward's ""name""" AS DOUBLE) BETWEEN CAST(-9.2e+18 AS DOUBLE) AND CAST(9.2e+18 AS DOUBLE)
          AND CAST("ward's ""name""" AS DOUBLE) = FLOOR(CAST("ward's ""name""" AS DOUBLE))
        )
        THEN CAST((
          CAST(CAST(FLOOR(ABS(CAST("ward's ""name""" AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)) AS BIGINT) AS DECIMAL) * CAST('18446744073709551616' AS DECIMAL(38, 0)) + CAST(CAST(FLOOR(
            (
              ABS(CAST("ward's ""name""" AS DOUBLE)) - FLOOR(ABS(CAST("ward's ""name""" AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)) * CAST(1.8446744073709552e+19 AS DOUBLE)
            ) / CAST(4294967296.0e0 AS DOUBLE)
          ) AS BIGINT) AS DECIMAL) * 4294967296 + CAST(CAST((
            ABS(CAST("ward's ""name""" AS DOUBLE)) - FLOOR(ABS(CAST("ward's ""name""" AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)) * CAST(1.8446744073709552e+19 AS DOUBLE)
          ) - FLOOR(
            (
              ABS(CAST("ward's ""name""" AS DOUBLE)) - FLOOR(ABS(CAST("ward's ""name""" AS DOUBLE)) / CAST(1.8446744073709552e+19 AS DOUBLE)) * CAST(1.8446744073709552e+19 AS DOUBLE)
            ) / CAST(4294967296.0e0 AS DOUBLE)
          ) * CAST(4294967296.0e0 AS DOUBLE) AS BIGINT) AS DECIMAL) * 1
        ) * CASE
          WHEN CAST("ward's ""name""" AS DOUBLE) < CAST(0.0e0 AS DOUBLE)
          THEN -1
          ELSE 1
        END AS VARCHAR)
        ELSE CASE
          WHEN NOT CAST("ward's ""name""" AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
          THEN NULL
          WHEN CAST("ward's ""name""" AS DOUBLE) BETWEEN CAST(-9.2e+18 AS DOUBLE) AND CAST(9.2e+18 AS DOUBLE)
          AND CAST("ward's ""name""" AS DOUBLE) = FLOOR(CAST("ward's ""name""" AS DOUBLE))
          THEN CAST(TRY_CAST(CAST("ward's ""name""" AS DOUBLE) AS BIGINT) AS VARCHAR)
          ELSE CASE
            WHEN CAST("ward's ""name""" AS DOUBLE) < CAST(0.0e0 AS DOUBLE)
            THEN '-'
            ELSE ''
          END || CASE
            WHEN STRPOS(
              CASE
                WHEN CASE
                  WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                  THEN LENGTH(
                    TRIM('0' FROM REPLACE(
                      SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                      '.',
                      ''
                    ))
                  ) > CASE
                    WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                    THEN 10
                    WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                    THEN 14
                    WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                    THEN 13
                    WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                    THEN 12
                    WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                    THEN 11
                    ELSE 10
                  END
                END
                THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
              END,
              'E'
            ) = 0
            THEN CASE
              WHEN CASE
                WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                THEN LENGTH(
                  TRIM('0' FROM REPLACE(
                    SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                    '.',
                    ''
                  ))
                ) > CASE
                  WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                  THEN 10
                  WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                  THEN 14
                  WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                  THEN 13
                  WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                  THEN 12
                  WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                  THEN 11
                  ELSE 10
                END
              END
              THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
              ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
            END
            WHEN ABS(CAST("ward's ""name""" AS DOUBLE)) < CAST(1.0e0 AS DOUBLE)
            THEN '0.' || RPAD(
              '',
              -(
                TRY_CAST(SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                    ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
                  END,
                  'E',
                  2
                ) AS INTEGER) + 1
              ),
              '0'
            ) || TRIM(TRAILING '0' FROM REPLACE(
              SPLIT_PART(
                CASE
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(
                        SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                        '.',
                        ''
                      ))
                    ) > CASE
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                  ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
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
                    WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(
                        SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                        '.',
                        ''
                      ))
                    ) > CASE
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                  ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
                END,
                'E',
                2
              ) AS INTEGER) + 1
            ) < LENGTH(
              TRIM(TRAILING '0' FROM REPLACE(
                SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                    ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
                  END,
                  'E',
                  1
                ),
                '.',
                ''
              ))
            )
            THEN SUBSTR(
              TRIM(TRAILING '0' FROM REPLACE(
                SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                    ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
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
                      WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                    ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
                  END,
                  'E',
                  2
                ) AS INTEGER) + 1
              )
            ) || '.' || SUBSTR(
              TRIM(TRAILING '0' FROM REPLACE(
                SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                    ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
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
                      WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                    ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
                  END,
                  'E',
                  2
                ) AS INTEGER) + 1
              ) + 1
            )
            ELSE TRIM(TRAILING '0' FROM REPLACE(
              SPLIT_PART(
                CASE
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(
                        SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                        '.',
                        ''
                      ))
                    ) > CASE
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                  ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
                END,
                'E',
                1
              ),
              '.',
              ''
            )) || RPAD(
              '',
              (
                TRY_CAST(SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(
                          SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                          '.',
                          ''
                        ))
                      ) > CASE
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                    ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
                  END,
                  'E',
                  2
                ) AS INTEGER) + 1
              ) - LENGTH(
                TRIM(TRAILING '0' FROM REPLACE(
                  SPLIT_PART(
                    CASE
                      WHEN CASE
                        WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                        THEN LENGTH(
                          TRIM('0' FROM REPLACE(
                            SPLIT_PART(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS VARCHAR), 'E', 1),
                            '.',
                            ''
                          ))
                        ) > CASE
                          WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) > CAST(1e+16 AS DOUBLE)
                          THEN 10
                          WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(1.0e0 AS DOUBLE)
                          THEN 14
                          WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.1e0 AS DOUBLE)
                          THEN 13
                          WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.01e0 AS DOUBLE)
                          THEN 12
                          WHEN ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) >= CAST(0.001e0 AS DOUBLE)
                          THEN 11
                          ELSE 10
                        END
                      END
                      THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS VARCHAR)
                      ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS VARCHAR)
                    END,
                    'E',
                    1
                  ),
                  '.',
                  ''
                ))
              ),
              '0'
            )
          END
        END
      END AS _0
    FROM visits
  ) AS _l2
) AS _rows
GROUP BY
  _1
