SELECT
  _1 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN LENGTH(_0) BETWEEN 1 AND 1000
      THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _0) - 1, 2)
    END AS _1
  FROM (
    SELECT
      CASE
        WHEN NOT ISFINITE(CAST("ward's ""name""" AS DOUBLE))
        THEN NULL
        WHEN CAST("ward's ""name""" AS DOUBLE) BETWEEN CAST(-9.2e+18 AS DOUBLE) AND CAST(9.2e+18 AS DOUBLE)
        AND CAST("ward's ""name""" AS DOUBLE) = FLOOR(CAST("ward's ""name""" AS DOUBLE))
        THEN CAST(TRY_CAST(CAST("ward's ""name""" AS DOUBLE) AS BIGINT) AS TEXT)
        WHEN CAST("ward's ""name""" AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
        AND CAST("ward's ""name""" AS DOUBLE) = FLOOR(CAST("ward's ""name""" AS DOUBLE))
        THEN CAST(TRY_CAST(CAST("ward's ""name""" AS DOUBLE) AS INT128) AS TEXT)
        ELSE CASE
          WHEN CAST("ward's ""name""" AS DOUBLE) < CAST(0.0e0 AS DOUBLE)
          THEN '-'
          ELSE ''
        END || CASE
          WHEN STRPOS(
            CASE
              WHEN CASE
                WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                THEN LENGTH(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS TEXT)) > 15
              END
              THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS TEXT)
              ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS TEXT)
            END,
            'e'
          ) = 0
          THEN CASE
            WHEN CASE
              WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
              THEN LENGTH(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS TEXT)) > 15
            END
            THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS TEXT)
            ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS TEXT)
          END
          WHEN ABS(CAST("ward's ""name""" AS DOUBLE)) < CAST(1.0e0 AS DOUBLE)
          THEN '0.' || REPEAT(
            '0',
            -(
              TRY_CAST(SPLIT_PART(
                CASE
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                    THEN LENGTH(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS TEXT)) > 15
                  END
                  THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS TEXT)
                  ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS TEXT)
                END,
                'e',
                2
              ) AS INT) + 1
            )
          ) || REPLACE(
            SPLIT_PART(
              CASE
                WHEN CASE
                  WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                  THEN LENGTH(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS TEXT)) > 15
                END
                THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS TEXT)
                ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS TEXT)
              END,
              'e',
              1
            ),
            '.',
            ''
          )
          ELSE REPLACE(
            SPLIT_PART(
              CASE
                WHEN CASE
                  WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                  THEN LENGTH(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS TEXT)) > 15
                END
                THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS TEXT)
                ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS TEXT)
              END,
              'e',
              1
            ),
            '.',
            ''
          ) || REPEAT(
            '0',
            (
              TRY_CAST(SPLIT_PART(
                CASE
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                    THEN LENGTH(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS TEXT)) > 15
                  END
                  THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS TEXT)
                  ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS TEXT)
                END,
                'e',
                2
              ) AS INT) + 1
            ) - LENGTH(
              REPLACE(
                SPLIT_PART(
                  CASE
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS DOUBLE) = ABS(CAST("ward's ""name""" AS DOUBLE))
                      THEN LENGTH(CAST(ABS(ABS(CAST("ward's ""name""" AS DOUBLE))) AS TEXT)) > 15
                    END
                    THEN CAST(TRY_CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS REAL) AS TEXT)
                    ELSE CAST(ABS(CAST("ward's ""name""" AS DOUBLE)) AS TEXT)
                  END,
                  'e',
                  1
                ),
                '.',
                ''
              )
            )
          )
        END
      END AS _0
    FROM visits
  ) AS _l2
) AS _rows
GROUP BY
  _1
