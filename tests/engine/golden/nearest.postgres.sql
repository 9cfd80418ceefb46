SELECT
  _10 AS k0,
  COUNT(*) AS m0,
  CAST(SUM(CAST(_3 AS BIGINT)) AS TEXT) AS m1
FROM (
  SELECT
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CASE
        WHEN 0 <= _8 AND 0 <= _9
        THEN 0
        WHEN _8 <= _9
        THEN 1
        WHEN NOT _9 IS NULL
        THEN 2
      END
    END AS _10,
    _3
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CAST(1152921508206836927 AS BIGINT) + CAST(_3 AS BIGINT) * -10737417240 + CAST(_6 AS BIGINT) * -120014000
      END AS _8,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CAST(1099511617727 AS BIGINT) + CAST(_3 AS BIGINT) * 10486760 + CAST(_6 AS BIGINT) * -14000
      END AS _9,
      _3
    FROM (
      SELECT
        _5 AS _6,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CAST(FLOOR(
            _2 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
          ) AS INT)
        END AS _3
      FROM (
        SELECT
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN NOT _4 IS NULL
              THEN CASE WHEN _4 < 0 THEN 0 WHEN _4 > 120 THEN 120 ELSE CAST(_4 AS BIGINT) END
            END
          END AS _5,
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
              "age" AS _4
            FROM visits
          ) AS _l1
        ) AS _l2
      ) AS _l4
    ) AS _l9
  ) AS _l11
) AS _rows
GROUP BY
  _10
