SELECT
  _1 AS k0,
  _4 AS k1,
  _7 AS k2,
  COUNT(*) AS m0
FROM (
  SELECT
    _1,
    CASE WHEN _3 THEN 1 WHEN NOT _3 THEN 0 END AS _4,
    CASE
      WHEN _6 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
      THEN CASE
        WHEN _6 < CAST('2013-02-01' AS DATE)
        THEN 0
        ELSE CASE WHEN _6 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
      END
    END AS _7
  FROM (
    SELECT
      CASE
        WHEN _2 IN ('true', 't', 'yes', 'y', '1')
        THEN TRUE
        WHEN _2 IN ('false', 'f', 'no', 'n', '0')
        THEN FALSE
      END AS _3,
      CASE
        WHEN _5 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
        THEN _5
      END AS _6,
      CASE
        WHEN LENGTH(_0) BETWEEN 1 AND 1000
        THEN COALESCE(ENUM_CODE(TRY_CAST(_0 AS ENUM('A', 'B''; --'))), 2)
      END AS _1
    FROM (
      SELECT
        LOWER(TRIM(CAST("smoker" AS TEXT), ' 	\r
')) AS _2,
        CASE
          WHEN LENGTH(
            CASE
              WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
              THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
            END
          ) <= 10
          THEN CASE
            WHEN LEFT(
              CASE
                WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
              END,
              1
            ) BETWEEN '0' AND '9'
            THEN TRY_CAST(CASE
              WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
              THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
            END AS DATE)
          END
          ELSE COALESCE(
            TRY_CAST(CASE
              WHEN LEFT(
                CASE
                  WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                END,
                1
              ) BETWEEN '0' AND '9'
              THEN TRY_CAST(TRY_CAST(REGEXP_REPLACE(
                CASE
                  WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                END,
                ' ([+-])',
                '\1',
                'g'
              ) AS TIMESTAMPTZ) AS TIMESTAMP)
            END AS DATE),
            CASE
              WHEN LEFT(
                CASE
                  WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                END,
                1
              ) BETWEEN '0' AND '9'
              THEN TRY_CAST(CASE
                WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
              END AS DATE)
            END
          )
        END AS _5,
        TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
') AS _0
      FROM visits
    ) AS _l1
  ) AS _l3
) AS _rows
GROUP BY
  _1,
  _4,
  _7
