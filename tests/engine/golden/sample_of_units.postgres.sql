SELECT
  _2 AS k0,
  _13 AS k1,
  CAST(SUM(CAST(_17 AS BIGINT)) AS TEXT) AS m0
FROM (
  SELECT
    _2,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CASE
        WHEN _12 < -5
        THEN 0
        WHEN _12 >= 65
        THEN 3
        WHEN _12 >= -5
        THEN CASE WHEN _12 < 18 THEN 0 ELSE CASE WHEN _12 < 65 THEN 1 ELSE 2 END END + 1
      END
    END AS _13,
    _17
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CAST(0 AS INT) + CAST(_5 AS INT) * 1 + CAST(_8 AS INT) * -10 + CAST(_11 AS INT) * 0
      END AS _12,
      _2,
      _17
    FROM (
      SELECT
        CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE _10 <> 0 END AS _11,
        CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE _7 = TRUE END AS _8,
        _4 AS _5,
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
            ) < 24019198012642645
            THEN 0
          END
        END AS _2,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CAST(FLOOR(
            _16 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
          ) AS INT)
        END AS _17
      FROM (
        SELECT
          _10,
          _7,
          _4,
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
          _16
        FROM (
          SELECT
            _0,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN LENGTH(_9) BETWEEN 1 AND 1000
                THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _9) - 1, 2)
              END
            END AS _10,
            _6 AS _7,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN NOT _3 IS NULL
                THEN CASE WHEN _3 < 0 THEN 0 WHEN _3 > 120 THEN 120 ELSE CAST(_3 AS BIGINT) END
              END
            END AS _4,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN NOT _15 IS NULL
                THEN CASE
                  WHEN _15 < CAST(-10.0e0 AS DOUBLE PRECISION)
                  THEN CAST(-10.0e0 AS DOUBLE PRECISION)
                  WHEN _15 > CAST(50000.0e0 AS DOUBLE PRECISION)
                  THEN CAST(50000.0e0 AS DOUBLE PRECISION)
                  ELSE _15
                END
                ELSE CAST(0.1e0 AS DOUBLE PRECISION)
              END
            END AS _16
          FROM (
            SELECT
              _9,
              _6,
              _3,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CASE
                  WHEN _14 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                  OR _14 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                  THEN CASE
                    WHEN CAST(CAST(_14 AS REAL) AS DOUBLE PRECISION) = _14
                    THEN CASE
                      WHEN _14 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                      AND _14 = FLOOR(_14)
                      THEN _14
                      WHEN LENGTH(CAST(ABS(_14) AS TEXT)) > 15
                      THEN CAST(CAST(CAST(_14 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                      ELSE _14
                    END
                    ELSE _14
                  END
                  ELSE _14
                END
              END AS _15,
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
                END AS _14,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C"
                END AS _9,
                "smoker" AS _6,
                "age" AS _3,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CASE
                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                    THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
                  END
                END AS _0
              FROM visits
            ) AS _l1
          ) AS _l2
        ) AS _l3
      ) AS _l4
    ) AS _l9
  ) AS _l11
) AS _rows
GROUP BY
  _2,
  _13
