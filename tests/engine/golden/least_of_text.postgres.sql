SELECT
  _5 AS k0,
  _8 AS k1,
  COALESCE(MIN(_12), 120) AS m0,
  COUNT(*) AS m1
FROM (
  SELECT
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE ARRAY_POSITION(ARRAY['1', '2', '5'], _4) - 1
    END AS _5,
    CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_7 AS INT) END AS _8,
    _11 AS _12,
    _10
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE TRIM(' 	\r
' FROM CAST(CASE
          WHEN _1 < _3
          THEN CAST(_1 AS BIGINT) * 3 + _3
          WHEN _3 < _1
          THEN CAST(_3 AS BIGINT) * 3 + _1
        END AS TEXT)) COLLATE "C"
      END AS _4,
      _7,
      _11,
      _10
    FROM (
      SELECT
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE ARRAY_POSITION(ARRAY['A', 'B''; --', ' 2'], _0) - 1
        END AS _1,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE ARRAY_POSITION(ARRAY[' 0', 'B''; --', 'C'], _2) - 1
        END AS _3,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE COALESCE(
            ARRAY_POSITION(ARRAY['true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'], LOWER(_6)) - 1 < 5,
            ARRAY_POSITION(
              ARRAY['1', '0'],
              CASE
                WHEN (
                  _6 < ':' AND _6 >= '+'
                )
                AND (
                  _6 < '1' OR _6 LIKE '%.%' OR _6 LIKE '%e%' OR _6 LIKE '%E%'
                )
                THEN CASE
                  WHEN _6 ~ '^[0-9]{1,38}([.]0*)?$'
                  THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_6, '.', 1)), ''), '0')
                  WHEN _6 ~ '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$'
                  THEN CASE
                    WHEN LENGTH(
                      TRIM('-' FROM REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _6 LIKE '%e%' OR _6 LIKE '%E%'
                              THEN CASE WHEN _6 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                              )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                              ) + 1)
                              ELSE _6
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
                    THEN _6
                    ELSE REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _6 LIKE '%e%' OR _6 LIKE '%E%'
                              THEN CASE WHEN _6 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                              )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                              ) + 1)
                              ELSE _6
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
                  ELSE _6
                END
                ELSE _6
              END
            ) - 1 < 1
          )
        END AS _7,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN NOT _10 IS NULL
            THEN CAST(FLOOR(
              (
                CASE
                  WHEN _10 < CAST(0.0e0 AS DOUBLE PRECISION)
                  THEN CAST(0.0e0 AS DOUBLE PRECISION)
                  WHEN _10 > CAST(120.0e0 AS DOUBLE PRECISION)
                  THEN CAST(120.0e0 AS DOUBLE PRECISION)
                  ELSE _10
                END
              ) + CAST(0.5e0 AS DOUBLE PRECISION)
            ) AS BIGINT)
          END
        END AS _11,
        _10
      FROM (
        SELECT
          _0,
          _2,
          _6,
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
          END AS _10
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
            END AS _9,
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
            END AS _0,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("next" AS TEXT)) COLLATE "C") <= 1000
                THEN CASE
                  WHEN OCTET_LENGTH(TRIM(' 	\r
' FROM CAST("next" AS TEXT)) COLLATE "C") <> LENGTH(TRIM(' 	\r
' FROM CAST("next" AS TEXT)) COLLATE "C")
                  THEN TRIM(' 	\r
   ﻿' FROM TRIM(' 	\r
' FROM CAST("next" AS TEXT)) COLLATE "C")
                  ELSE TRIM(' 	\r
' FROM CAST("next" AS TEXT)) COLLATE "C"
                END
              END
            END AS _2,
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
            END AS _6
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
WHERE
  NOT _10 IS NULL
GROUP BY
  _5,
  _8
