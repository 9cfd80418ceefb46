SELECT
  _1 AS k0,
  _4 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(CAST(_7 AS BIGINT)) AS TEXT) AS m1
FROM (
  SELECT
    _1,
    CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_3 AS INT) END AS _4,
    _6 AS _7
  FROM (
    SELECT
      _2 AS _3,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN NOT _5 IS NULL
          THEN CASE WHEN _5 < 0 THEN 0 WHEN _5 > 120 THEN 120 ELSE CAST(_5 AS BIGINT) END
        END
      END AS _6,
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
        "smoker" AS _2,
        "age" AS _5,
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
) AS _rows
GROUP BY
  _1,
  _4
