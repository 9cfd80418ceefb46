SELECT
  _11 AS k0,
  _12 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(CAST(_3 AS BIGINT)) AS TEXT) AS m1
FROM (
  SELECT
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CASE
        WHEN _10 < 1048576
        THEN 0
        WHEN _10 >= 1099511627776
        THEN 3
        WHEN _10 >= 1048576
        THEN CASE
          WHEN _10 < 1073741824
          THEN 0
          ELSE CASE WHEN _10 < 1099511627776 THEN 1 ELSE 2 END
        END + 1
      END
    END AS _11,
    _12,
    _3
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CAST(5 AS BIGINT) + (
          CAST(_3 AS BIGINT) * 2 - 400080
        ) * (
          CAST(_3 AS BIGINT) * 2 - 400080
        ) * 3 + CAST(CAST(_6 AS INT) AS BIGINT) * 1073741824 + (
          CAST(_9 AS BIGINT) * 2 - 120
        ) * (
          CAST(_9 AS BIGINT) * 2 - 120
        ) * 7
      END AS _10,
      _12,
      _3
    FROM (
      SELECT
        CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE _5 = TRUE END AS _6,
        _8 AS _9,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CAST(FLOOR(
            _2 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
          ) AS INT)
        END AS _3,
        CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_5 AS INT) END AS _12
      FROM (
        SELECT
          _4 AS _5,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN NOT _7 IS NULL
              THEN CASE WHEN _7 < 0 THEN 0 WHEN _7 > 120 THEN 120 ELSE CAST(_7 AS BIGINT) END
            END
          END AS _8,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN NOT _1 IS NULL
              THEN CASE
                WHEN _1 < CAST(-10.0e0 AS DOUBLE PRECISION)
                THEN CAST(-10.0e0 AS DOUBLE PRECISION)
                WHEN _1 > CAST(50000.0e0 AS DOUBLE PRECISION)
                THEN CAST(50000.0e0 AS DOUBLE PRECISION)
                ELSE _1
              END
              ELSE CAST(0.1e0 AS DOUBLE PRECISION)
            END
          END AS _2
        FROM (
          SELECT
            _4,
            _7,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN _0 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                OR _0 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                THEN CASE
                  WHEN CAST(CAST(_0 AS REAL) AS DOUBLE PRECISION) = _0
                  THEN CASE
                    WHEN _0 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                    AND _0 = FLOOR(_0)
                    THEN _0
                    WHEN LENGTH(CAST(ABS(_0) AS TEXT)) > 15
                    THEN CAST(CAST(CAST(_0 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                    ELSE _0
                  END
                  ELSE _0
                END
                ELSE _0
              END
            END AS _1
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
              END AS _0,
              "smoker" AS _4,
              "age" AS _7
            FROM visits
          ) AS _l1
        ) AS _l2
      ) AS _l4
    ) AS _l9
  ) AS _l11
) AS _rows
GROUP BY
  _11,
  _12
