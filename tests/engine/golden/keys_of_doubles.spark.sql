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
                THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
              END
              THEN CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS STRING)
              ELSE CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS STRING)
            END
          ) = 0
          THEN CASE
            WHEN CASE
              WHEN TRY_CAST(TRY_CAST(ABS(TRY_CAST(`ward's "name"` AS DOUBLE)) AS FLOAT) AS DOUBLE) = ABS(TRY_CAST(`ward's "name"` AS DOUBLE))
              THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                    THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                  THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                  THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                    THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                    THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                    THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                    THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                    THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                  THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                    THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
                      THEN LENGTH(CAST(ABS(ABS(TRY_CAST(`ward's "name"` AS DOUBLE))) AS STRING)) > 15
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
      END AS _0
    FROM visits
  ) AS _l2
) AS _rows
GROUP BY
  _1
