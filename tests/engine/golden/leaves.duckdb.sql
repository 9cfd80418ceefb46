SELECT
  _8 AS k0,
  _7 AS k1,
  COUNT(*) AS m0
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
    _7,
    _3
  FROM (
    SELECT
      _1,
      CAST(_3 * 4 // 121 AS INT) AS _4,
      CAST(_6 AS INT) AS _7,
      _3
    FROM (
      SELECT
        CASE
          WHEN NOT _2 IS NULL
          THEN CASE WHEN _2 < 0 THEN 0 WHEN _2 > 120 THEN 120 ELSE CAST(_2 AS BIGINT) END
        END AS _3,
        _5 AS _6,
        CASE
          WHEN LENGTH(_0) BETWEEN 1 AND 1000
          AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
          THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _0) - 1, 2)
        END AS _1
      FROM (
        SELECT
          "age" AS _2,
          "smoker" AS _5,
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
) AS _rows
WHERE
  NOT _3 IS NULL
GROUP BY
  _8,
  _7
