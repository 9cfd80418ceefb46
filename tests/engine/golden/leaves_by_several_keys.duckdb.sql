SELECT
  _12 AS k0,
  _7 AS k1,
  _13 AS k2,
  COUNT(*) AS m0
FROM (
  SELECT
    COALESCE(CAST(_8 AS INT), 4) AS _12,
    _7,
    COALESCE(CAST(_11 AS INT), 3) AS _13,
    _3,
    _6
  FROM (
    SELECT
      CASE
        WHEN _1 = 0 OR _1 = 2
        THEN CASE
          WHEN _4 <= 1
          THEN 2
          WHEN _4 >= 2
          THEN CASE WHEN _7 = 1 THEN 0 WHEN _7 = 0 THEN 3 END
        END
        WHEN _1 = 1
        THEN 1
      END AS _8,
      _11,
      _7,
      _3,
      _6
    FROM (
      SELECT
        _1,
        CAST(_3 * 4 // 121 AS INT) AS _4,
        CAST(_6 AS INT) AS _7,
        CASE
          WHEN _10 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
          THEN CASE
            WHEN _10 < CAST('2013-02-01' AS DATE)
            THEN 0
            ELSE CASE WHEN _10 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
          END
        END AS _11,
        _3,
        _6
      FROM (
        SELECT
          CASE
            WHEN NOT _2 IS NULL
            THEN CASE WHEN _2 < 0 THEN 0 WHEN _2 > 120 THEN 120 ELSE CAST(_2 AS BIGINT) END
          END AS _3,
          _5 AS _6,
          CASE
            WHEN _9 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
            THEN _9
          END AS _10,
          CASE
            WHEN LENGTH(_0) BETWEEN 1 AND 1000
            AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
            THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _0) - 1, 2)
          END AS _1
        FROM (
          SELECT
            "age" AS _2,
            "smoker" AS _5,
            TRY_CAST("day" AS DATE) AS _9,
            CASE
              WHEN CAST("ward's ""name""" AS TEXT) < '!'
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '	')
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '\r')
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '
')
              OR STRLEN(CAST("ward's ""name""" AS TEXT)) > 1000
              THEN CASE
                WHEN LENGTH(TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
   ﻿')
              END
              ELSE CASE
                WHEN STRLEN(CAST("ward's ""name""" AS TEXT)) <> LENGTH(CAST("ward's ""name""" AS TEXT))
                AND (
                  STARTS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("ward's ""name""" AS TEXT), '﻿')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '﻿')
                )
                THEN TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
   ﻿')
                ELSE CAST("ward's ""name""" AS TEXT)
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
