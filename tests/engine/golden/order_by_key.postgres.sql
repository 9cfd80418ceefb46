SELECT
  place,
  total,
  y,
  n,
  upto
FROM (
  SELECT
    place,
    a,
    b,
    y,
    n,
    CAST(SUM(CAST(n AS BIGINT)) OVER (PARTITION BY place) AS BIGINT) AS total,
    CAST(SUM(CAST(n AS BIGINT)) OVER (PARTITION BY place ORDER BY y) AS BIGINT) AS upto
  FROM (
    SELECT
      place,
      a,
      b,
      y,
      n
    FROM (
      SELECT
        CAST(_1 AS BIGINT) AS cell,
        _5 AS y,
        COUNT(*) AS n
      FROM (
        SELECT
          _1,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CAST(FLOOR(
              _4 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
            ) AS BIGINT)
          END AS _5,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE _7 >= CAST(65.0e0 AS DOUBLE PRECISION)
          END AS _8,
          _7
        FROM (
          SELECT
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN NOT _3 IS NULL
                THEN CASE
                  WHEN _3 < CAST(-10.0e0 AS DOUBLE PRECISION)
                  THEN CAST(-10.0e0 AS DOUBLE PRECISION)
                  WHEN _3 > CAST(50000.0e0 AS DOUBLE PRECISION)
                  THEN CAST(50000.0e0 AS DOUBLE PRECISION)
                  ELSE _3
                END
                ELSE CAST(0.1e0 AS DOUBLE PRECISION)
              END
            END AS _4,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN NOT _6 IS NULL
                THEN CASE WHEN _6 < 0 THEN 0 WHEN _6 > 120 THEN 120 ELSE CAST(_6 AS BIGINT) END
              END
            END AS _7,
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
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CASE
                  WHEN _2 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                  OR _2 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                  THEN CASE
                    WHEN CAST(CAST(_2 AS REAL) AS DOUBLE PRECISION) = _2
                    THEN CASE
                      WHEN _2 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                      AND _2 = FLOOR(_2)
                      THEN _2
                      WHEN LENGTH(CAST(ABS(_2) AS TEXT)) > 15
                      THEN CAST(CAST(CAST(_2 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                      ELSE _2
                    END
                    ELSE _2
                  END
                  ELSE _2
                END
              END AS _3,
              _6,
              _0
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
                END AS _2,
                "age" AS _6,
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
            ) AS _l1
          ) AS _l2
        ) AS _l4
      ) AS _rows
      WHERE
        _8 AND NOT _7 IS NULL
      GROUP BY
        1,
        2
      OFFSET 0
    ) AS _points
    JOIN (VALUES
      (
        CAST(0 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(1000 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(0 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(1001 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(9 AS BIGINT),
        CAST(10 AS BIGINT)
      ),
      (
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(1 AS BIGINT),
        CAST(3 AS BIGINT),
        CAST(400081 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(2 AS BIGINT),
        CAST(4 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(1000 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(2 AS BIGINT),
        CAST(5 AS BIGINT),
        CAST(1001 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(9 AS BIGINT),
        CAST(10 AS BIGINT)
      )) AS _ranges(cell, place, low, high, a, b)
      ON _points.cell = _ranges.cell AND y BETWEEN low AND high
  ) AS _parted
  OFFSET 0
) AS _summed
WHERE
  b * (
    upto + 42
  ) > a * total AND b * (
    upto - n - 40
  ) <= a * total
