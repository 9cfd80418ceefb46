SELECT
  COUNT(*) FILTER(WHERE
    _2) AS m0,
  COUNT(*) AS m1
FROM (
  SELECT
    _1 < CAST(0.1e0 AS DOUBLE) AS _2,
    NOT _4 IN (0) AS _5,
    _7 = TRUE AS _8
  FROM (
    SELECT
      CASE
        WHEN ISFINITE(_0)
        THEN CASE
          WHEN _0 < CAST(-10.0e0 AS DOUBLE)
          THEN CAST(-10.0e0 AS DOUBLE)
          WHEN _0 > CAST(50000.0e0 AS DOUBLE)
          THEN CAST(50000.0e0 AS DOUBLE)
          ELSE _0
        END
        ELSE CAST(0.1e0 AS DOUBLE)
      END AS _1,
      CASE
        WHEN LENGTH(_3) BETWEEN 1 AND 1000
        AND NOT _3 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
        THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _3) - 1, 2)
      END AS _4,
      _6 AS _7
    FROM (
      SELECT
        TRY_CAST("cost" AS DOUBLE) AS _0,
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
        END AS _3,
        "smoker" AS _6
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  _5 AND _8
