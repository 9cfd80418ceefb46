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
              _3 AS _unit,
              _1 AS _cell,
              CAST(DIV(CAST(SUM(CAST(_7 AS BIGINT)) AS BIGINT), COUNT(*)) AS BIGINT) AS _y
            FROM (
              SELECT
                _1,
                _3,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(FLOOR(_6 * CAST(1048576.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)) AS BIGINT)
                END AS _7
              FROM (
                SELECT
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN NOT _5 IS NULL
                      THEN CASE
                        WHEN _5 < CAST(0.0e0 AS DOUBLE PRECISION)
                        THEN CAST(0.0e0 AS DOUBLE PRECISION)
                        WHEN _5 > CAST(1.0e0 AS DOUBLE PRECISION)
                        THEN CAST(1.0e0 AS DOUBLE PRECISION)
                        ELSE _5
                      END
                    END
                  END AS _6,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN LENGTH(_0) BETWEEN 1 AND 1000
                      AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                      THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0) - 1, 2)
                    END
                  END AS _1,
                  _3
                FROM (
                  SELECT
                    CASE
                      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                      THEN NULL
                      ELSE CASE
                        WHEN _4 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                        OR _4 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                        THEN CASE
                          WHEN CAST(CAST(_4 AS REAL) AS DOUBLE PRECISION) = _4
                          THEN CASE
                            WHEN _4 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                            AND _4 = FLOOR(_4)
                            THEN _4
                            WHEN LENGTH(CAST(ABS(_4) AS TEXT)) > 15
                            THEN CAST(CAST(CAST(_4 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                            ELSE _4
                          END
                          ELSE _4
                        END
                        ELSE _4
                      END
                    END AS _5,
                    _0,
                    CASE
                      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                      THEN NULL
                      ELSE CASE
                        WHEN NOT _2 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                        THEN CASE
                          WHEN (
                            _2 < ':' AND _2 >= '+'
                          )
                          AND (
                            _2 < '1' OR _2 LIKE '%.%' OR _2 LIKE '%e%' OR _2 LIKE '%E%'
                          )
                          THEN CASE
                            WHEN _2 ~ '^[0-9]{1,38}([.]0*)?$'
                            THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_2, '.', 1)), ''), '0')
                            WHEN _2 ~ '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$'
                            THEN CASE
                              WHEN LENGTH(
                                TRIM('-' FROM REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _2 LIKE '%e%' OR _2 LIKE '%E%'
                                        THEN CASE WHEN _2 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                          99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                                        )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                          99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                                        ) + 1)
                                        ELSE _2
                                      END,
                                      '^[+]?(-?)0*',
                                      '\1'
                                    ),
                                    '([.][0-9]*[1-9])0*$|[.]0*$',
                                    '\1'
                                  ),
                                  '.',
                                  ''
                                ))
                              ) > 38
                              THEN _2
                              ELSE REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _2 LIKE '%e%' OR _2 LIKE '%E%'
                                        THEN CASE WHEN _2 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                          99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                                        )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                          99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                                        ) + 1)
                                        ELSE _2
                                      END,
                                      '^[+]?(-?)0*',
                                      '\1'
                                    ),
                                    '([.][0-9]*[1-9])0*$|[.]0*$',
                                    '\1'
                                  ),
                                  '^-?$',
                                  '0'
                                ),
                                '^(-?)[.]',
                                '\10.'
                              )
                            END
                            ELSE _2
                          END
                          ELSE _2
                        END
                      END
                    END AS _3
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
                      END AS _4,
                      CASE
                        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                        THEN NULL
                        ELSE CASE
                          WHEN OCTET_LENGTH(
                            CASE
                              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                              THEN CASE
                                WHEN OCTET_LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <> LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C")
                                THEN TRIM(' 	\r
   ﻿' FROM TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C")
                                ELSE TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
                              END
                            END
                          ) <> LENGTH(
                            CASE
                              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                              THEN CASE
                                WHEN OCTET_LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <> LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C")
                                THEN TRIM(' 	\r
   ﻿' FROM TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C")
                                ELSE TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
                              END
                            END
                          )
                          THEN NORMALIZE(
                            CASE
                              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                              THEN CASE
                                WHEN OCTET_LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <> LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C")
                                THEN TRIM(' 	\r
   ﻿' FROM TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C")
                                ELSE TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
                              END
                            END
                          )
                          ELSE CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                            THEN CASE
                              WHEN OCTET_LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <> LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C")
                              THEN TRIM(' 	\r
   ﻿' FROM TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C")
                              ELSE TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
                            END
                          END
                        END
                      END AS _2,
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
              NOT _1 IS NULL AND NOT _3 IS NULL AND NOT _7 IS NULL
            GROUP BY
              _3,
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
