SELECT
  CAST(SUM(CAST(_3 AS BIGINT)) FILTER(WHERE
    NOT _5 IS NULL) AS TEXT) AS m0,
  CAST(SUM(CAST(_7 AS BIGINT)) AS TEXT) AS m1
FROM (
  SELECT
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CAST(FLOOR(
        _2 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
      ) AS INT)
    END AS _3,
    _5,
    _6 AS _7
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
          THEN CAST(FLOOR(
            (
              CASE
                WHEN _5 < CAST(0.0e0 AS DOUBLE PRECISION)
                THEN CAST(0.0e0 AS DOUBLE PRECISION)
                WHEN _5 > CAST(120.0e0 AS DOUBLE PRECISION)
                THEN CAST(120.0e0 AS DOUBLE PRECISION)
                ELSE _5
              END
            ) + CAST(0.5e0 AS DOUBLE PRECISION)
          ) AS BIGINT)
        END
      END AS _6,
      _5
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
        END AS _5
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
          END AS _0,
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
          END AS _4
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
