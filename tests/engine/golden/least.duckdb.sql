SELECT
  _5 AS k0,
  COALESCE(MIN(_8), 400080) AS m0
FROM (
  SELECT
    LIST_POSITION(['1', '2', '5'], _4) - 1 AS _5,
    CAST(FLOOR(_7 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _8,
    _10 >= CAST(65.0e0 AS DOUBLE) AS _11
  FROM (
    SELECT
      TRIM(
        CAST(CASE
          WHEN _1 < _3
          THEN CAST(_1 AS BIGINT) * 3 + _3
          WHEN _3 < _1
          THEN CAST(_3 AS BIGINT) * 3 + _1
        END AS TEXT),
        ' 	\r
'
      ) AS _4,
      _7,
      _10
    FROM (
      SELECT
        LIST_POSITION(['A', 'B''; --', ' 2'], _0) - 1 AS _1,
        LIST_POSITION([' 0', 'B''; --', 'C'], _2) - 1 AS _3,
        CASE
          WHEN ISFINITE(_6)
          THEN CASE
            WHEN _6 < CAST(-10.0e0 AS DOUBLE)
            THEN CAST(-10.0e0 AS DOUBLE)
            WHEN _6 > CAST(50000.0e0 AS DOUBLE)
            THEN CAST(50000.0e0 AS DOUBLE)
            ELSE _6
          END
          ELSE CAST(0.1e0 AS DOUBLE)
        END AS _7,
        CASE
          WHEN NOT _9 IS NULL
          THEN CASE WHEN _9 < 0 THEN 0 WHEN _9 > 120 THEN 120 ELSE CAST(_9 AS BIGINT) END
        END AS _10
      FROM (
        SELECT
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
          END AS _0,
          CASE
            WHEN CAST("next" AS TEXT) < '!'
            OR ENDS_WITH(CAST("next" AS TEXT), ' ')
            OR ENDS_WITH(CAST("next" AS TEXT), '	')
            OR ENDS_WITH(CAST("next" AS TEXT), '\r')
            OR ENDS_WITH(CAST("next" AS TEXT), '
')
            OR STRLEN(CAST("next" AS TEXT)) > 1000
            THEN CASE
              WHEN LENGTH(TRIM(CAST("next" AS TEXT), ' 	\r
')) <= 1000
              THEN TRIM(CAST("next" AS TEXT), ' 	\r
   ﻿')
            END
            ELSE CASE
              WHEN STRLEN(CAST("next" AS TEXT)) <> LENGTH(CAST("next" AS TEXT))
              AND (
                STARTS_WITH(CAST("next" AS TEXT), ' ')
                OR STARTS_WITH(CAST("next" AS TEXT), ' ')
                OR STARTS_WITH(CAST("next" AS TEXT), ' ')
                OR STARTS_WITH(CAST("next" AS TEXT), '﻿')
                OR ENDS_WITH(CAST("next" AS TEXT), ' ')
                OR ENDS_WITH(CAST("next" AS TEXT), ' ')
                OR ENDS_WITH(CAST("next" AS TEXT), ' ')
                OR ENDS_WITH(CAST("next" AS TEXT), '﻿')
              )
              THEN TRIM(CAST("next" AS TEXT), ' 	\r
   ﻿')
              ELSE CAST("next" AS TEXT)
            END
          END AS _2,
          TRY_CAST("cost" AS DOUBLE) AS _6,
          "age" AS _9
        FROM visits
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
WHERE
  _11
GROUP BY
  _5
