SELECT
  _2 AS k0,
  CAST(SUM(
    CAST(CASE
      WHEN _12 < 0
      THEN -CAST(DIV((
        (
          -_12
        ) * _15
      ), 16777216) AS BIGINT)
      ELSE CAST(DIV((
        _12 * _15
      ), 16777216) AS BIGINT)
    END AS BIGINT)
  ) AS TEXT) AS m0,
  CAST(SUM(CAST(_16 AS BIGINT)) AS TEXT) AS m1
FROM (
  SELECT
    _2,
    _12,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CASE
        WHEN _13 <= 4503599627370496
        THEN 16777216
        WHEN _13 > 4503599627370496
        THEN CASE
          WHEN CAST(_14 + 1 AS DECIMAL(38, 0)) * CAST(_14 + 1 AS DECIMAL(38, 0)) * CAST(_13 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
          THEN _14 + 1
          WHEN CAST(_14 AS DECIMAL(38, 0)) * CAST(_14 AS DECIMAL(38, 0)) * CAST(_13 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
          THEN _14
          WHEN CAST(_14 - 1 AS DECIMAL(38, 0)) * CAST(_14 - 1 AS DECIMAL(38, 0)) * CAST(_13 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
          THEN _14 - 1
          ELSE 0
        END
      END
    END AS _15,
    _16,
    _17
  FROM (
    SELECT
      _13,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CAST(FLOOR(
          SQRT(
            CAST(1.2676506002282294e+30 AS DOUBLE PRECISION) / CAST(NULLIF(_13, 0) AS DOUBLE PRECISION)
          )
        ) AS BIGINT)
      END AS _14,
      _2,
      _12,
      _16,
      _17
    FROM (
      SELECT
        CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE _7 * _7 + _12 * _12 END AS _13,
        _2,
        _12,
        _16,
        _17
      FROM (
        SELECT
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN (
                CAST(_6 AS BIGINT) * 2 - 400080
              ) < 0
              THEN -CAST(DIV((
                (
                  -(
                    CAST(_6 AS BIGINT) * 2 - 400080
                  )
                ) * 67108864
              ), 400080) AS BIGINT)
              ELSE CAST(DIV((
                (
                  CAST(_6 AS BIGINT) * 2 - 400080
                ) * 67108864
              ), 400080) AS BIGINT)
            END
          END AS _7,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN (
                CAST(_11 AS BIGINT) * 2 - 120
              ) < 0
              THEN -CAST(DIV((
                (
                  -(
                    CAST(_11 AS BIGINT) * 2 - 120
                  )
                ) * 67108864
              ), 120) AS BIGINT)
              ELSE CAST(DIV((
                (
                  CAST(_11 AS BIGINT) * 2 - 120
                ) * 67108864
              ), 120) AS BIGINT)
            END
          END AS _12,
          _2,
          _16,
          _17
        FROM (
          SELECT
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CAST(FLOOR(
                _5 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
              ) AS BIGINT)
            END AS _6,
            _10 AS _11,
            CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_1 AS INT) END AS _2,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CAST(FLOOR(
                _5 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
              ) AS INT)
            END AS _16,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE _10 >= CAST(65.0e0 AS DOUBLE PRECISION)
            END AS _17
          FROM (
            SELECT
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CASE
                  WHEN NOT _4 IS NULL
                  THEN CASE
                    WHEN _4 < CAST(-10.0e0 AS DOUBLE PRECISION)
                    THEN CAST(-10.0e0 AS DOUBLE PRECISION)
                    WHEN _4 > CAST(50000.0e0 AS DOUBLE PRECISION)
                    THEN CAST(50000.0e0 AS DOUBLE PRECISION)
                    ELSE _4
                  END
                  ELSE CAST(0.1e0 AS DOUBLE PRECISION)
                END
              END AS _5,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CASE
                  WHEN NOT _9 IS NULL
                  THEN CAST(FLOOR(
                    (
                      CASE
                        WHEN _9 < CAST(0.0e0 AS DOUBLE PRECISION)
                        THEN CAST(0.0e0 AS DOUBLE PRECISION)
                        WHEN _9 > CAST(120.0e0 AS DOUBLE PRECISION)
                        THEN CAST(120.0e0 AS DOUBLE PRECISION)
                        ELSE _9
                      END
                    ) + CAST(0.5e0 AS DOUBLE PRECISION)
                  ) AS BIGINT)
                END
              END AS _10,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE COALESCE(
                  ARRAY_POSITION(ARRAY['true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'], LOWER(_0)) - 1 < 5,
                  ARRAY_POSITION(
                    ARRAY['1', '0'],
                    CASE
                      WHEN (
                        _0 < ':' AND _0 >= '+'
                      )
                      AND (
                        _0 < '1' OR _0 LIKE '%.%' OR _0 LIKE '%e%' OR _0 LIKE '%E%'
                      )
                      THEN CASE
                        WHEN _0 ~ '^[0-9]{1,38}([.]0*)?$'
                        THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_0, '.', 1)), ''), '0')
                        WHEN _0 ~ '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$'
                        THEN CASE
                          WHEN LENGTH(
                            TRIM('-' FROM REPLACE(
                              REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  CASE
                                    WHEN _0 LIKE '%e%' OR _0 LIKE '%E%'
                                    THEN CASE WHEN _0 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                      99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                    )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                      99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                    ) + 1)
                                    ELSE _0
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
                          THEN _0
                          ELSE REGEXP_REPLACE(
                            REGEXP_REPLACE(
                              REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  CASE
                                    WHEN _0 LIKE '%e%' OR _0 LIKE '%E%'
                                    THEN CASE WHEN _0 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                      99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                    )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                      99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                    ) + 1)
                                    ELSE _0
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
                        ELSE _0
                      END
                      ELSE _0
                    END
                  ) - 1 < 1
                )
              END AS _1
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
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CASE
                    WHEN _8 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                    OR _8 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                    THEN CASE
                      WHEN CAST(CAST(_8 AS REAL) AS DOUBLE PRECISION) = _8
                      THEN CASE
                        WHEN _8 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                        AND _8 = FLOOR(_8)
                        THEN _8
                        WHEN LENGTH(CAST(ABS(_8) AS TEXT)) > 15
                        THEN CAST(CAST(CAST(_8 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                        ELSE _8
                      END
                      ELSE _8
                    END
                    ELSE _8
                  END
                END AS _9,
                _0
              FROM (
                SELECT
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE COALESCE(
                      CASE
                        WHEN BTRIM(
                          CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C") <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C"
                          END,
                          ' 	
\r'
                        ) ~ '^\+?-?([0-9](_?[0-9])*(\.([0-9](_?[0-9])*)?)?|\.[0-9](_?[0-9])*)([eE][+-]?[0-9](_?[0-9])*)?$'
                        THEN CASE
                          WHEN REPLACE(
                            BTRIM(
                              CASE
                                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C") <= 1000
                                THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C"
                              END,
                              ' 	
\r'
                            ),
                            '_',
                            ''
                          ) ~ '^[^eE]*([eE][+-]?0*[0-9]{1,4})?$'
                          THEN CASE
                            WHEN ABS(
                              CAST(LTRIM(
                                REPLACE(
                                  BTRIM(
                                    CASE
                                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C") <= 1000
                                      THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C"
                                    END,
                                    ' 	
\r'
                                  ),
                                  '_',
                                  ''
                                ),
                                '+'
                              ) AS DECIMAL)
                            ) >= 179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792
                            THEN NULL
                            WHEN ABS(
                              CAST(LTRIM(
                                REPLACE(
                                  BTRIM(
                                    CASE
                                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C") <= 1000
                                      THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C"
                                    END,
                                    ' 	
\r'
                                  ),
                                  '_',
                                  ''
                                ),
                                '+'
                              ) AS DECIMAL)
                            ) >= 1e-200
                            THEN CAST(CAST(LTRIM(
                              REPLACE(
                                BTRIM(
                                  CASE
                                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C") <= 1000
                                    THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C"
                                  END,
                                  ' 	
\r'
                                ),
                                '_',
                                ''
                              ),
                              '+'
                            ) AS DECIMAL) AS DOUBLE PRECISION)
                            WHEN CAST(LTRIM(
                              REPLACE(
                                BTRIM(
                                  CASE
                                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C") <= 1000
                                    THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C"
                                  END,
                                  ' 	
\r'
                                ),
                                '_',
                                ''
                              ),
                              '+'
                            ) AS DECIMAL) > 2.4703282292062327e-324
                            THEN CAST(1e-200 AS DOUBLE PRECISION)
                            WHEN CAST(LTRIM(
                              REPLACE(
                                BTRIM(
                                  CASE
                                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C") <= 1000
                                    THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C"
                                  END,
                                  ' 	
\r'
                                ),
                                '_',
                                ''
                              ),
                              '+'
                            ) AS DECIMAL) < -2.4703282292062327e-324
                            THEN CAST(-1e-200 AS DOUBLE PRECISION)
                            WHEN NOT CAST(LTRIM(
                              REPLACE(
                                BTRIM(
                                  CASE
                                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C") <= 1000
                                    THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C"
                                  END,
                                  ' 	
\r'
                                ),
                                '_',
                                ''
                              ),
                              '+'
                            ) AS DECIMAL) IS NULL
                            THEN CAST(0.0e0 AS DOUBLE PRECISION)
                          END
                          WHEN REPLACE(
                            BTRIM(
                              CASE
                                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C") <= 1000
                                THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C"
                              END,
                              ' 	
\r'
                            ),
                            '_',
                            ''
                          ) ~ '[eE]-|^[+-]*[0.]+[eE]'
                          THEN CAST(0.0e0 AS DOUBLE PRECISION)
                        END
                      END,
                      CASE LOWER(
                          CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C") <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT)) COLLATE "C"
                          END
                        )
                        WHEN 'true'
                        THEN CAST(1.0e0 AS DOUBLE PRECISION)
                        WHEN 'false'
                        THEN CAST(0.0e0 AS DOUBLE PRECISION)
                      END
                    )
                  END AS _3,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE COALESCE(
                      CASE
                        WHEN BTRIM(
                          CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C") <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C"
                          END,
                          ' 	
\r'
                        ) ~ '^\+?-?([0-9](_?[0-9])*(\.([0-9](_?[0-9])*)?)?|\.[0-9](_?[0-9])*)([eE][+-]?[0-9](_?[0-9])*)?$'
                        THEN CASE
                          WHEN REPLACE(
                            BTRIM(
                              CASE
                                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C") <= 1000
                                THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C"
                              END,
                              ' 	
\r'
                            ),
                            '_',
                            ''
                          ) ~ '^[^eE]*([eE][+-]?0*[0-9]{1,4})?$'
                          THEN CASE
                            WHEN ABS(
                              CAST(LTRIM(
                                REPLACE(
                                  BTRIM(
                                    CASE
                                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C") <= 1000
                                      THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C"
                                    END,
                                    ' 	
\r'
                                  ),
                                  '_',
                                  ''
                                ),
                                '+'
                              ) AS DECIMAL)
                            ) >= 179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792
                            THEN NULL
                            WHEN ABS(
                              CAST(LTRIM(
                                REPLACE(
                                  BTRIM(
                                    CASE
                                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C") <= 1000
                                      THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C"
                                    END,
                                    ' 	
\r'
                                  ),
                                  '_',
                                  ''
                                ),
                                '+'
                              ) AS DECIMAL)
                            ) >= 1e-200
                            THEN CAST(CAST(LTRIM(
                              REPLACE(
                                BTRIM(
                                  CASE
                                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C") <= 1000
                                    THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C"
                                  END,
                                  ' 	
\r'
                                ),
                                '_',
                                ''
                              ),
                              '+'
                            ) AS DECIMAL) AS DOUBLE PRECISION)
                            WHEN CAST(LTRIM(
                              REPLACE(
                                BTRIM(
                                  CASE
                                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C") <= 1000
                                    THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C"
                                  END,
                                  ' 	
\r'
                                ),
                                '_',
                                ''
                              ),
                              '+'
                            ) AS DECIMAL) > 2.4703282292062327e-324
                            THEN CAST(1e-200 AS DOUBLE PRECISION)
                            WHEN CAST(LTRIM(
                              REPLACE(
                                BTRIM(
                                  CASE
                                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C") <= 1000
                                    THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C"
                                  END,
                                  ' 	
\r'
                                ),
                                '_',
                                ''
                              ),
                              '+'
                            ) AS DECIMAL) < -2.4703282292062327e-324
                            THEN CAST(-1e-200 AS DOUBLE PRECISION)
                            WHEN NOT CAST(LTRIM(
                              REPLACE(
                                BTRIM(
                                  CASE
                                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C") <= 1000
                                    THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C"
                                  END,
                                  ' 	
\r'
                                ),
                                '_',
                                ''
                              ),
                              '+'
                            ) AS DECIMAL) IS NULL
                            THEN CAST(0.0e0 AS DOUBLE PRECISION)
                          END
                          WHEN REPLACE(
                            BTRIM(
                              CASE
                                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C") <= 1000
                                THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C"
                              END,
                              ' 	
\r'
                            ),
                            '_',
                            ''
                          ) ~ '[eE]-|^[+-]*[0.]+[eE]'
                          THEN CAST(0.0e0 AS DOUBLE PRECISION)
                        END
                      END,
                      CASE LOWER(
                          CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C") <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT)) COLLATE "C"
                          END
                        )
                        WHEN 'true'
                        THEN CAST(1.0e0 AS DOUBLE PRECISION)
                        WHEN 'false'
                        THEN CAST(0.0e0 AS DOUBLE PRECISION)
                      END
                    )
                  END AS _8,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("smoker" AS TEXT)) COLLATE "C") <= 1000
                      THEN CASE
                        WHEN OCTET_LENGTH(TRIM(' 	\r
' FROM CAST("smoker" AS TEXT)) COLLATE "C") <> LENGTH(TRIM(' 	\r
' FROM CAST("smoker" AS TEXT)) COLLATE "C")
                        THEN TRIM(' 	\r
   ﻿' FROM TRIM(' 	\r
' FROM CAST("smoker" AS TEXT)) COLLATE "C")
                        ELSE TRIM(' 	\r
' FROM CAST("smoker" AS TEXT)) COLLATE "C"
                      END
                    END
                  END AS _0
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
  _17
GROUP BY
  _2
