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
        THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0) - 1, 2)
      END AS _1
    FROM (
      SELECT
        LOWER(TRIM(' 	\r
' FROM CAST("smoker" AS TEXT))) AS _2,
        CASE
          WHEN CASE
            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
            THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
          END ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}([ T].*)?$'
          THEN CASE
            WHEN CAST(SUBSTRING(CASE
              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
              THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
            END FROM 1 FOR 4) AS INT) >= 1
            AND CAST(SUBSTRING(CASE
              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
              THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
            END FROM 6 FOR 2) AS INT) BETWEEN 1 AND 12
            AND CAST(SUBSTRING(CASE
              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
              THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
            END FROM 9 FOR 2) AS INT) BETWEEN 1 AND CASE
              WHEN CAST(SUBSTRING(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
              END FROM 6 FOR 2) AS INT) = 2
              AND (
                CAST(SUBSTRING(CASE
                  WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
                  THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
                END FROM 1 FOR 4) AS INT) % 4 = 0
                AND (
                  NOT CAST(SUBSTRING(CASE
                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
                    THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
                  END FROM 1 FOR 4) AS INT) % 100 = 0
                  OR CAST(SUBSTRING(CASE
                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
                    THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
                  END FROM 1 FOR 4) AS INT) % 400 = 0
                )
              )
              THEN 29
              WHEN CAST(SUBSTRING(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
              END FROM 6 FOR 2) AS INT) = 2
              THEN 28
              WHEN CAST(SUBSTRING(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
              END FROM 6 FOR 2) AS INT) IN (4, 6, 9, 11)
              THEN 30
              ELSE 31
            END
            THEN CAST(SUBSTRING(CASE
              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT))) <= 1000
              THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT))
            END FROM 1 FOR 10) AS DATE)
          END
        END AS _5,
        TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
GROUP BY
  _1,
  _4,
  _7
