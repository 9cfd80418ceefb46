SELECT
  COUNT(*) AS m0,
  CAST(SUM(
    CAST(CASE
      WHEN _4 < 0
      THEN -CAST(DIV((
        (
          -_4
        ) * _11
      ), 16777216) AS BIGINT)
      ELSE CAST(DIV((
        _4 * _11
      ), 16777216) AS BIGINT)
    END AS BIGINT)
  ) AS TEXT) AS m1,
  CAST(SUM(
    CAST(CASE
      WHEN _8 < 0
      THEN -CAST(DIV((
        (
          -_8
        ) * _11
      ), 16777216) AS BIGINT)
      ELSE CAST(DIV((
        _8 * _11
      ), 16777216) AS BIGINT)
    END AS BIGINT)
  ) AS TEXT) AS m2
FROM (
  SELECT
    _4,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CASE
        WHEN _9 <= 4503599627370496
        THEN 16777216
        WHEN _9 > 4503599627370496
        THEN CASE
          WHEN CAST(_10 + 1 AS DECIMAL(38, 0)) * CAST(_10 + 1 AS DECIMAL(38, 0)) * CAST(_9 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
          THEN _10 + 1
          WHEN CAST(_10 AS DECIMAL(38, 0)) * CAST(_10 AS DECIMAL(38, 0)) * CAST(_9 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
          THEN _10
          WHEN CAST(_10 - 1 AS DECIMAL(38, 0)) * CAST(_10 - 1 AS DECIMAL(38, 0)) * CAST(_9 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
          THEN _10 - 1
          ELSE 0
        END
      END
    END AS _11,
    _8,
    _6
  FROM (
    SELECT
      _9,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CAST(FLOOR(
          SQRT(
            CAST(1.2676506002282294e+30 AS DOUBLE PRECISION) / CAST(NULLIF(_9, 0) AS DOUBLE PRECISION)
          )
        ) AS BIGINT)
      END AS _10,
      _4,
      _8,
      _6
    FROM (
      SELECT
        CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE _4 * _4 + _8 * _8 END AS _9,
        _4,
        _8,
        _6
      FROM (
        SELECT
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN (
                CAST(_3 AS BIGINT) * 2 - 400080
              ) < 0
              THEN -CAST(DIV((
                (
                  -(
                    CAST(_3 AS BIGINT) * 2 - 400080
                  )
                ) * 67108864
              ), 400080) AS BIGINT)
              ELSE CAST(DIV((
                (
                  CAST(_3 AS BIGINT) * 2 - 400080
                ) * 67108864
              ), 400080) AS BIGINT)
            END
          END AS _4,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN (
                CAST(_7 AS BIGINT) * 2 - 120
              ) < 0
              THEN -CAST(DIV((
                (
                  -(
                    CAST(_7 AS BIGINT) * 2 - 120
                  )
                ) * 67108864
              ), 120) AS BIGINT)
              ELSE CAST(DIV((
                (
                  CAST(_7 AS BIGINT) * 2 - 120
                ) * 67108864
              ), 120) AS BIGINT)
            END
          END AS _8,
          _6
        FROM (
          SELECT
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CAST(FLOOR(
                _2 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
              ) AS BIGINT)
            END AS _3,
            _6 AS _7,
            _6
          FROM (
            SELECT
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
              END AS _2,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CASE
                  WHEN NOT _5 IS NULL
                  THEN CASE WHEN _5 < 0 THEN 0 WHEN _5 > 120 THEN 120 ELSE CAST(_5 AS BIGINT) END
                END
              END AS _6
            FROM (
              SELECT
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
                END AS _1,
                _5
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
                  "age" AS _5
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l4
        ) AS _l5
      ) AS _l6
    ) AS _l7
  ) AS _l8
) AS _rows
WHERE
  NOT _6 IS NULL
