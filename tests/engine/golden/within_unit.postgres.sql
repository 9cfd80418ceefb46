WITH _units AS (
  SELECT
    _unit,
    _cell,
    _size,
    CAST(CASE WHEN _left < -150 THEN -150 WHEN _left > 150 THEN 150 ELSE _left END AS BIGINT) AS _y
  FROM (
    SELECT
      _unit,
      _cell,
      _size,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE _d - (
          CASE
            WHEN _total < 0
            THEN -CAST(DIV((
              (
                -_total
              ) * 1
            ), (
              _size + 2
            )) AS BIGINT)
            ELSE CAST(DIV((
              _total * 1
            ), (
              _size + 2
            )) AS BIGINT)
          END
        )
      END AS _left
    FROM (
      SELECT
        _unit,
        _cell,
        _size,
        _d,
        CAST(SUM(CAST(_d AS BIGINT)) OVER (PARTITION BY _unit) AS BIGINT) AS _total
      FROM (
        SELECT
          _unit,
          _cell,
          _size,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE (
              CASE
                WHEN (
                  _y * 2 - 1048576
                ) < 0
                THEN -CAST(DIV((
                  (
                    -(
                      _y * 2 - 1048576
                    )
                  ) * 256
                ), 1048576) AS BIGINT)
                ELSE CAST(DIV((
                  (
                    _y * 2 - 1048576
                  ) * 256
                ), 1048576) AS BIGINT)
              END
            ) - (
              CASE WHEN _cell = 0 THEN -3 WHEN _cell = 1 THEN 0 WHEN _cell = 2 THEN 17 END
            )
          END AS _d
        FROM (
          SELECT
            _unit,
            _cell,
            _y,
            COUNT(*) OVER (PARTITION BY _unit) AS _size
          FROM (
            SELECT
              _2 AS _unit,
              _1 AS _cell,
              CAST(DIV(CAST(SUM(CAST(_6 AS BIGINT)) AS BIGINT), COUNT(*)) AS BIGINT) AS _y
            FROM (
              SELECT
                _1,
                _2,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(FLOOR(_5 * CAST(1048576.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)) AS BIGINT)
                END AS _6
              FROM (
                SELECT
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN NOT _4 IS NULL
                      THEN CASE
                        WHEN _4 < CAST(0.0e0 AS DOUBLE PRECISION)
                        THEN CAST(0.0e0 AS DOUBLE PRECISION)
                        WHEN _4 > CAST(1.0e0 AS DOUBLE PRECISION)
                        THEN CAST(1.0e0 AS DOUBLE PRECISION)
                        ELSE _4
                      END
                    END
                  END AS _5,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN LENGTH(_0) BETWEEN 1 AND 1000
                      THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0) - 1, 2)
                    END
                  END AS _1,
                  _2
                FROM (
                  SELECT
                    CASE
                      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                      THEN NULL
                      ELSE CASE
                        WHEN _3 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                        OR _3 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                        THEN CASE
                          WHEN CAST(CAST(_3 AS REAL) AS DOUBLE PRECISION) = _3
                          THEN CASE
                            WHEN _3 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                            AND _3 = FLOOR(_3)
                            THEN _3
                            WHEN LENGTH(CAST(ABS(_3) AS TEXT)) > 15
                            THEN CAST(CAST(CAST(_3 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                            ELSE _3
                          END
                          ELSE _3
                        END
                        ELSE _3
                      END
                    END AS _4,
                    _0,
                    _2
                  FROM (
                    SELECT
                      CASE
                        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                        THEN NULL
                        ELSE CASE
                          WHEN ABS("score") >= 179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792
                          THEN NULL
                          WHEN ABS("score") >= 1e-200
                          THEN CAST("score" AS DOUBLE PRECISION)
                          WHEN "score" > 2.4703282292062327e-324
                          THEN CAST(1e-200 AS DOUBLE PRECISION)
                          WHEN "score" < -2.4703282292062327e-324
                          THEN CAST(-1e-200 AS DOUBLE PRECISION)
                          WHEN NOT "score" IS NULL
                          THEN CAST(0.0e0 AS DOUBLE PRECISION)
                        END
                      END AS _3,
                      CASE
                        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                        THEN NULL
                        ELSE TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C"
                      END AS _0,
                      CASE
                        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                        THEN NULL
                        ELSE CASE
                          WHEN NOT CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
                          END IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                          THEN CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
                          END
                        END
                      END AS _2
                    FROM visits
                  ) AS _l1
                ) AS _l2
              ) AS _l4
            ) AS _rows
            WHERE
              NOT _1 IS NULL AND NOT _2 IS NULL AND NOT _6 IS NULL
            GROUP BY
              _2,
              _1
            OFFSET 0
          ) AS _cells
          OFFSET 0
        ) AS _units
      ) AS _apart
      OFFSET 0
    ) AS _levels
  ) AS _lefts
)
SELECT
  _cell AS k0,
  _next AS k1,
  CAST(SUM(
    CAST(CAST(CASE WHEN _size = 1 THEN 12 WHEN _size = 2 THEN 6 WHEN _size = 3 THEN 4 ELSE 0 END AS BIGINT) * _y * _by AS BIGINT)
  ) AS TEXT) AS m0,
  CAST(SUM(
    CAST(CASE WHEN _size = 1 THEN 6 WHEN _size = 2 THEN 3 WHEN _size = 3 THEN 2 ELSE 0 END AS BIGINT)
  ) AS TEXT) AS m1
FROM (
  SELECT
    _one._cell AS _cell,
    _other._cell AS _next,
    _one._size AS _size,
    _one._y AS _y,
    _other._y AS _by
  FROM _units AS _one
  JOIN _units AS _other
    ON _one._unit = _other._unit AND _one._cell <= _other._cell
) AS _pairs
GROUP BY
  _cell,
  _next
