SELECT
  _2 AS k0,
  _5 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(CAST(_9 AS BIGINT)) AS TEXT) AS m1
FROM (
  SELECT
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CASE
        WHEN (
          (
            CAST(CAST(CONCAT('x', SUBSTRING(_1 FROM 1 FOR 7)) AS BIT(28)) AS BIGINT)
          ) * 268435456 + (
            CAST(CAST(CONCAT('x', SUBSTRING(_1 FROM 8 FOR 7)) AS BIT(28)) AS BIGINT)
          )
        ) < 3602879701896396
        THEN 0
      END
    END AS _2,
    CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_4 AS INT) END AS _5,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CAST(FLOOR(
        _8 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
      ) AS INT)
    END AS _9
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE MD5(
          CONCAT(
            'coin',
            CASE
              WHEN NOT _0 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_0 AS TEXT)) AS TEXT), ':', CAST(_0 AS TEXT))
              ELSE '~'
            END
          )
        )
      END AS _1,
      _4,
      _8
    FROM (
      SELECT
        _0,
        _3 AS _4,
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
        END AS _8
      FROM (
        SELECT
          _3,
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
          _0
        FROM (
          SELECT
            CASE
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
            END AS _6,
            "smoker" AS _3,
            ROW_NUMBER() OVER () AS _0
          FROM visits
          OFFSET 0
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
GROUP BY
  _2,
  _5
