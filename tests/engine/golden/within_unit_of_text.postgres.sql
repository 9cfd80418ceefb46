WITH _units AS (
  SELECT
    _unit,
    _cell,
    _y,
    COUNT(*) OVER (PARTITION BY _unit) AS _size
  FROM (
    SELECT
      _4 AS _unit,
      _2 AS _cell,
      CAST(DIV(CAST(SUM(CAST(0 AS BIGINT)) AS BIGINT), COUNT(*)) AS BIGINT) AS _y
    FROM (
      SELECT
        CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_1 AS INT) END AS _2,
        _4,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE _7 >= CAST(65.0e0 AS DOUBLE PRECISION)
        END AS _8,
        _11
      FROM (
        SELECT
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
          END AS _1,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN NOT _6 IS NULL
              THEN CAST(FLOOR(
                (
                  CASE
                    WHEN _6 < CAST(0.0e0 AS DOUBLE PRECISION)
                    THEN CAST(0.0e0 AS DOUBLE PRECISION)
                    WHEN _6 > CAST(120.0e0 AS DOUBLE PRECISION)
                    THEN CAST(120.0e0 AS DOUBLE PRECISION)
                    ELSE _6
                  END
                ) + CAST(0.5e0 AS DOUBLE PRECISION)
              ) AS BIGINT)
            END
          END AS _7,
          _4,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN NOT _10 IS NULL
              THEN CASE
                WHEN _10 < CAST(-10.0e0 AS DOUBLE PRECISION)
                THEN CAST(-10.0e0 AS DOUBLE PRECISION)
                WHEN _10 > CAST(50000.0e0 AS DOUBLE PRECISION)
                THEN CAST(50000.0e0 AS DOUBLE PRECISION)
                ELSE _10
              END
              ELSE CAST(0.1e0 AS DOUBLE PRECISION)
            END
          END AS _11
        FROM (
          SELECT
            _0,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN _5 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                OR _5 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                THEN CASE
                  WHEN CAST(CAST(_5 AS REAL) AS DOUBLE PRECISION) = _5
                  THEN CASE
                    WHEN _5 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                    AND _5 = FLOOR(_5)
                    THEN _5
                    WHEN LENGTH(CAST(ABS(_5) AS TEXT)) > 15
                    THEN CAST(CAST(CAST(_5 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                    ELSE _5
                  END
                  ELSE _5
                END
                ELSE _5
              END
            END AS _6,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN _9 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                OR _9 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                THEN CASE
                  WHEN CAST(CAST(_9 AS REAL) AS DOUBLE PRECISION) = _9
                  THEN CASE
                    WHEN _9 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                    AND _9 = FLOOR(_9)
                    THEN _9
                    WHEN LENGTH(CAST(ABS(_9) AS TEXT)) > 15
                    THEN CAST(CAST(CAST(_9 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                    ELSE _9
                  END
                  ELSE _9
                END
                ELSE _9
              END
            END AS _10,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN NOT _3 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                THEN CASE
                  WHEN (
                    _3 < ':' AND _3 >= '+'
                  )
                  AND (
                    _3 < '1' OR _3 LIKE '%.%' OR _3 LIKE '%e%' OR _3 LIKE '%E%'
                  )
                  THEN CASE
                    WHEN _3 ~ '^[0-9]{1,38}([.]0*)?$'
                    THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_3, '.', 1)), ''), '0')
                    WHEN _3 ~ '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$'
                    THEN CASE
                      WHEN LENGTH(
                        TRIM('-' FROM REPLACE(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(
                              CASE
                                WHEN _3 LIKE '%e%' OR _3 LIKE '%E%'
                                THEN CASE WHEN _3 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                  99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                  99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                ) + 1)
                                ELSE _3
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
                      THEN _3
                      ELSE REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(
                              CASE
                                WHEN _3 LIKE '%e%' OR _3 LIKE '%E%'
                                THEN CASE WHEN _3 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                  99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                  99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                ) + 1)
                                ELSE _3
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
                    ELSE _3
                  END
                  ELSE _3
                END
              END
            END AS _4
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
              END AS _5,
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
              END AS _9,
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
              END AS _3,
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
    ) AS _rows
    WHERE
      _8 AND NOT _2 IS NULL AND NOT _4 IS NULL AND NOT _11 IS NULL
    GROUP BY
      _4,
      _2
    OFFSET 0
  ) AS _cells
)
SELECT
  _cell AS k0,
  _next AS k1,
  CAST(SUM(CAST(CASE WHEN _size = 1 THEN 6 WHEN _size = 2 THEN 3 ELSE 0 END AS BIGINT)) AS TEXT) AS m0
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
