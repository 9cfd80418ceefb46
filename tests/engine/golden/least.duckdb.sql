SELECT
  _5 AS k0,
  COALESCE(MIN(_8), 400080) AS m0
FROM (
  SELECT
    ENUM_CODE(TRY_CAST(_4 AS ENUM('1', '2', '5'))) AS _5,
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
        ENUM_CODE(TRY_CAST(_0 AS ENUM('A', 'B''; --', ' 2'))) AS _1,
        ENUM_CODE(TRY_CAST(_2 AS ENUM(' 0', 'B''; --', 'C'))) AS _3,
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
            WHEN LENGTH(TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
')) <= 1000
            THEN CASE
              WHEN STRLEN(TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
')) <> LENGTH(TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
'))
              THEN TRIM(
                TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
'),
                ' 	\r
   ﻿'
              )
              ELSE TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
')
            END
          END AS _0,
          CASE
            WHEN LENGTH(TRIM(CAST("next" AS TEXT), ' 	\r
')) <= 1000
            THEN CASE
              WHEN STRLEN(TRIM(CAST("next" AS TEXT), ' 	\r
')) <> LENGTH(TRIM(CAST("next" AS TEXT), ' 	\r
'))
              THEN TRIM(TRIM(CAST("next" AS TEXT), ' 	\r
'), ' 	\r
   ﻿')
              ELSE TRIM(CAST("next" AS TEXT), ' 	\r
')
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
