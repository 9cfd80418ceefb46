WITH _ends AS MATERIALIZED (
  SELECT
    at,
    place,
    a,
    b,
    total,
    MIN((
      upto - n
    )) AS below,
    MIN(bucket) << 9 AS low,
    (
      MAX(bucket) + 1
    ) << 9 AS high
  FROM (
    SELECT
      *
    FROM (
      SELECT
        at,
        place,
        a,
        b,
        bucket,
        n,
        CAST(SUM(CAST(n AS BIGINT)) OVER (PARTITION BY place) AS BIGINT) AS total,
        CAST(SUM(CAST(n AS BIGINT)) OVER (PARTITION BY place ORDER BY bucket) AS BIGINT) AS upto
      FROM (
        SELECT
          _ranges.at,
          place,
          a,
          b,
          bucket,
          n
        FROM (
          SELECT
            CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE DIV(line, 782) END AS at,
            CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE line % 782 END AS bucket,
            n
          FROM (
            SELECT
              at * 782 + (
                y >> 9
              ) AS line,
              COUNT(*) AS n
            FROM (
              SELECT
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(WIDTH_BUCKET(
                    (
                      CAST(_1 AS BIGINT) * 400081 + _5
                    ),
                    CAST(ARRAY[0, 1001, 400081, 800162, 801163, 1200243] AS BIGINT[])
                  ) AS BIGINT)
                END AS at,
                _5 AS y
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
            ) AS _placed
            WHERE
              NOT y IS NULL
            GROUP BY
              1
            OFFSET 0
          ) AS _counts
        ) AS _split
        JOIN (VALUES
          (CAST(1 AS BIGINT), CAST(0 AS BIGINT), CAST(1 AS BIGINT), CAST(2 AS BIGINT)),
          (CAST(2 AS BIGINT), CAST(1 AS BIGINT), CAST(9 AS BIGINT), CAST(10 AS BIGINT)),
          (CAST(3 AS BIGINT), CAST(2 AS BIGINT), CAST(1 AS BIGINT), CAST(2 AS BIGINT)),
          (CAST(4 AS BIGINT), CAST(4 AS BIGINT), CAST(1 AS BIGINT), CAST(2 AS BIGINT)),
          (CAST(5 AS BIGINT), CAST(5 AS BIGINT), CAST(9 AS BIGINT), CAST(10 AS BIGINT))) AS _ranges(at, place, a, b)
          ON _split.at = _ranges.at
      ) AS _parted
      OFFSET 0
    ) AS _sums
    WHERE
      b * (
        upto + 42
      ) > a * total AND b * (
        upto - n - 40
      ) <= a * total
    OFFSET 0
  ) AS _around
  GROUP BY
    1,
    2,
    3,
    4,
    5
)
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
    total,
    y,
    n,
    CAST(below + SUM(CAST(n AS BIGINT)) OVER (PARTITION BY place ORDER BY y) AS BIGINT) AS upto
  FROM (
    SELECT
      _placed.at AS at,
      _placed.y AS y,
      COUNT(*) AS n
    FROM (
      SELECT
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CAST(WIDTH_BUCKET(
            (
              CAST(_1 AS BIGINT) * 400081 + _5
            ),
            CAST(ARRAY[0, 1001, 400081, 800162, 801163, 1200243] AS BIGINT[])
          ) AS BIGINT)
        END AS at,
        _5 AS y
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
    ) AS _placed
    WHERE
      NOT y IS NULL
      AND y >= (
        ARRAY(SELECT
          low
        FROM _ends
        RIGHT JOIN (VALUES
          (1),
          (2),
          (3),
          (4),
          (5),
          (6)) AS _at(at)
          ON _ends.at = _at.at
        ORDER BY
          _at.at NULLS FIRST)
      )[at]
      AND y < (
        ARRAY(SELECT
          high
        FROM _ends
        RIGHT JOIN (VALUES
          (1),
          (2),
          (3),
          (4),
          (5),
          (6)) AS _at(at)
          ON _ends.at = _at.at
        ORDER BY
          _at.at NULLS FIRST)
      )[at]
    GROUP BY
      1,
      2
    OFFSET 0
  ) AS _fine
  JOIN _ends
    ON _fine.at = _ends.at
  OFFSET 0
) AS _found
WHERE
  b * (
    upto + 42
  ) > a * total AND b * (
    upto - n - 40
  ) <= a * total
