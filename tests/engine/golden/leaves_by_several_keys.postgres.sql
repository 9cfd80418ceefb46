SELECT
  _12 AS k0,
  _7 AS k1,
  _13 AS k2,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE COALESCE(CAST(_8 AS INT), 4)
    END AS _12,
    _7,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE COALESCE(CAST(_11 AS INT), 3)
    END AS _13,
    _3,
    _6
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN _1 = 0 OR _1 = 2
          THEN CASE
            WHEN _4 <= 1
            THEN 2
            WHEN _4 >= 2
            THEN CASE WHEN _7 = 1 THEN 0 WHEN _7 = 0 THEN 3 END
          END
          WHEN _1 = 1
          THEN 1
        END
      END AS _8,
      _11,
      _7,
      _3,
      _6
    FROM (
      SELECT
        _1,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CAST(DIV(_3 * 4, 121) AS INT)
        END AS _4,
        CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_6 AS INT) END AS _7,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN _10 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
            THEN CASE
              WHEN _10 < CAST('2013-02-01' AS DATE)
              THEN 0
              ELSE CASE WHEN _10 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
            END
          END
        END AS _11,
        _3,
        _6
      FROM (
        SELECT
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN NOT _2 IS NULL
              THEN CASE WHEN _2 < 0 THEN 0 WHEN _2 > 120 THEN 120 ELSE CAST(_2 AS BIGINT) END
            END
          END AS _3,
          _5 AS _6,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN _9 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
              THEN _9
            END
          END AS _10,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN LENGTH(_0) BETWEEN 1 AND 1000
              AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
              THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0) - 1, 2)
            END
          END AS _1
        FROM (
          SELECT
            "age" AS _2,
            "smoker" AS _5,
            CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST("day" AS DATE) END AS _9,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C") <= 1000
                THEN CASE
                  WHEN OCTET_LENGTH(TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C") <> LENGTH(TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C")
                  THEN TRIM(' 	\r
   ﻿' FROM TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C")
                  ELSE TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C"
                END
              END
            END AS _0
          FROM visits
        ) AS _l2
      ) AS _l4
    ) AS _l12
  ) AS _l13
) AS _rows
WHERE
  NOT _3 IS NULL AND NOT _6 IS NULL
GROUP BY
  GROUPING SETS (
    (_12, _7),
    (_12, _13, _7)
  )
