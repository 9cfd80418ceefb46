SELECT
  _1 AS k0,
  _4 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(_7) AS TEXT) AS m1
FROM (
  SELECT
    _1,
    CAST(_3 AS INT) AS _4,
    _6 AS _7
  FROM (
    SELECT
      _2 AS _3,
      CASE
        WHEN NOT _5 IS NULL
        THEN CASE WHEN _5 < 0 THEN 0 WHEN _5 > 120 THEN 120 ELSE CAST(_5 AS BIGINT) END
      END AS _6,
      CASE
        WHEN LENGTH(_0) BETWEEN 1 AND 1000
        AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
        THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _0) - 1, 2)
      END AS _1
    FROM (
      SELECT
        "smoker" AS _2,
        "age" AS _5,
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
) AS _rows
GROUP BY
  _1,
  _4
