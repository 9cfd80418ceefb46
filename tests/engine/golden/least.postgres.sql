SELECT
  _5 AS k0,
  COALESCE(MIN(_9), 400080) AS m0
FROM (
  SELECT
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE ARRAY_POSITION(ARRAY['1', '2', '5'], _4) - 1
    END AS _5,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CAST(FLOOR(
        _8 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
      ) AS BIGINT)
    END AS _9,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE _11 >= CAST(65.0e0 AS DOUBLE PRECISION)
    END AS _12
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE TRIM(' 	\r
' FROM CAST(CASE
          WHEN _1 < _3
          THEN CAST(_1 AS BIGINT) * 3 + _3
          WHEN _3 < _1
          THEN CAST(_3 AS BIGINT) * 3 + _1
        END AS TEXT)) COLLATE "C"
      END AS _4,
      _8,
      _11
    FROM (
      SELECT
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE ARRAY_POSITION(ARRAY['A', 'B''; --', ' 2'], _0) - 1
        END AS _1,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE ARRAY_POSITION(ARRAY[' 0', 'B''; --', 'C'], _2) - 1
        END AS _3,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN NOT _7 IS NULL
            THEN CASE
              WHEN _7 < CAST(-10.0e0 AS DOUBLE PRECISION)
              THEN CAST(-10.0e0 AS DOUBLE PRECISION)
              WHEN _7 > CAST(50000.0e0 AS DOUBLE PRECISION)
              THEN CAST(50000.0e0 AS DOUBLE PRECISION)
              ELSE _7
            END
            ELSE CAST(0.1e0 AS DOUBLE PRECISION)
          END
        END AS _8,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN NOT _10 IS NULL
            THEN CASE WHEN _10 < 0 THEN 0 WHEN _10 > 120 THEN 120 ELSE CAST(_10 AS BIGINT) END
          END
        END AS _11
      FROM (
        SELECT
          _0,
          _2,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN _6 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
              OR _6 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
              THEN CASE
                WHEN CAST(CAST(_6 AS REAL) AS DOUBLE PRECISION) = _6
                THEN CASE
                  WHEN _6 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                  AND _6 = FLOOR(_6)
                  THEN _6
                  WHEN LENGTH(CAST(ABS(_6) AS TEXT)) > 15
                  THEN CAST(CAST(CAST(_6 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                  ELSE _6
                END
                ELSE _6
              END
              ELSE _6
            END
          END AS _7,
          _10
        FROM (
          SELECT
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(1e-200 AS DOUBLE PRECISION) AND CAST(1.7976931348623157e+308 AS DOUBLE PRECISION)
                THEN CAST("cost" AS DOUBLE PRECISION)
                WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE PRECISION) AND CAST(-1e-200 AS DOUBLE PRECISION)
                THEN CAST("cost" AS DOUBLE PRECISION)
                WHEN CAST("cost" AS DOUBLE PRECISION) = CAST(0.0e0 AS DOUBLE PRECISION)
                THEN CAST(0.0e0 AS DOUBLE PRECISION)
                WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(0.0e0 AS DOUBLE PRECISION) AND CAST(1e-200 AS DOUBLE PRECISION)
                THEN CAST(1e-200 AS DOUBLE PRECISION)
                WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(-1e-200 AS DOUBLE PRECISION) AND CAST(0.0e0 AS DOUBLE PRECISION)
                THEN CAST(-1e-200 AS DOUBLE PRECISION)
              END
            END AS _6,
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
            END AS _0,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("next" AS TEXT)) COLLATE "C") <= 1000
                THEN CASE
                  WHEN OCTET_LENGTH(TRIM(' 	\r
' FROM CAST("next" AS TEXT)) COLLATE "C") <> LENGTH(TRIM(' 	\r
' FROM CAST("next" AS TEXT)) COLLATE "C")
                  THEN TRIM(' 	\r
   ﻿' FROM TRIM(' 	\r
' FROM CAST("next" AS TEXT)) COLLATE "C")
                  ELSE TRIM(' 	\r
' FROM CAST("next" AS TEXT)) COLLATE "C"
                END
              END
            END AS _2,
            "age" AS _10
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
WHERE
  _12
GROUP BY
  _5
