SELECT
  COUNT(_2) AS m0,
  CAST(SUM(CAST(_3 AS BIGINT)) AS TEXT) AS m1,
  CAST(SUM(CAST(_3 * _3 AS BIGINT)) AS TEXT) AS m2
FROM (
  SELECT
    _2,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CAST(FLOOR(
        _2 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
      ) AS BIGINT)
    END AS _3
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN _1 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE PRECISION) AND CAST(1.7976931348623157e+308 AS DOUBLE PRECISION)
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
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN _0 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
            AND _0 = FLOOR(_0)
            THEN _0
            ELSE COALESCE(
              CAST(CASE
                WHEN ABS(_0) BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                THEN CASE
                  WHEN CAST(CAST(_0 AS REAL) AS DOUBLE PRECISION) = _0
                  THEN CASE
                    WHEN LENGTH(CAST(ABS(_0) AS TEXT)) > 15
                    THEN CAST(CAST(_0 AS REAL) AS TEXT)
                  END
                END
              END AS DOUBLE PRECISION),
              _0
            )
          END
        END AS _1
      FROM (
        SELECT
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN ABS("cost") > 1.7976931348623157e308
              THEN NULL
              WHEN ABS("cost") >= 1e-200
              THEN CAST("cost" AS DOUBLE PRECISION)
              WHEN "cost" > 0
              THEN CAST(1e-200 AS DOUBLE PRECISION)
              WHEN "cost" < -0
              THEN CAST(-1e-200 AS DOUBLE PRECISION)
              WHEN NOT "cost" IS NULL
              THEN CAST(0.0e0 AS DOUBLE PRECISION)
            END
          END AS _0
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
