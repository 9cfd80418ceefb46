SELECT
  _9 AS k0,
  _12 AS k1,
  COUNT(_1) AS m0
FROM (
  SELECT
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CASE
        WHEN _1 = 0 OR _1 = 2
        THEN CASE
          WHEN _5 <= 1
          THEN 2
          WHEN _5 >= 2
          THEN CASE WHEN _8 = 1 THEN 0 WHEN _8 = 0 THEN 3 END
        END
        WHEN _1 = 1
        THEN 1
      END
    END AS _9,
    _12,
    _1,
    _13
  FROM (
    SELECT
      _1,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CAST(DIV(_4 * 4, 121) AS INT)
      END AS _5,
      CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_7 AS INT) END AS _8,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN _11 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
          THEN CASE
            WHEN _11 < CAST('2013-02-01' AS DATE)
            THEN 0
            ELSE CASE WHEN _11 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
          END
        END
      END AS _12,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE _4 >= CAST(65.0e0 AS DOUBLE PRECISION)
      END AS _13
    FROM (
      SELECT
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN NOT _3 IS NULL
            THEN CAST(FLOOR(
              (
                CASE
                  WHEN _3 < CAST(0.0e0 AS DOUBLE PRECISION)
                  THEN CAST(0.0e0 AS DOUBLE PRECISION)
                  WHEN _3 > CAST(120.0e0 AS DOUBLE PRECISION)
                  THEN CAST(120.0e0 AS DOUBLE PRECISION)
                  ELSE _3
                END
              ) + CAST(0.5e0 AS DOUBLE PRECISION)
            ) AS BIGINT)
          END
        END AS _4,
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
            WHEN _10 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
            THEN _10
          END
        END AS _11,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN LENGTH(_0) BETWEEN 1 AND 1000
            AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
            THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0) - 1, 2)
          END
        END AS _1
      FROM (
        SELECT
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN _2 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
              OR _2 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
              THEN CASE
                WHEN CAST(CAST(_2 AS REAL) AS DOUBLE PRECISION) = _2
                THEN CASE
                  WHEN _2 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                  AND _2 = FLOOR(_2)
                  THEN _2
                  WHEN LENGTH(CAST(ABS(_2) AS TEXT)) > 15
                  THEN CAST(CAST(CAST(_2 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                  ELSE _2
                END
                ELSE _2
              END
              ELSE _2
            END
          END AS _3,
          _6,
          _10,
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
            END AS _6,
            (
              SELECT
                CASE
                  WHEN (
                    _y <= 10000
                    AND _mo BETWEEN 1 AND 12
                    AND _d BETWEEN 1 AND CASE
                      WHEN _mo = 2 AND (
                        _y % 4 = 0 AND (
                          NOT _y % 100 = 0 OR _y % 400 = 0
                        )
                      )
                      THEN 29
                      WHEN _mo = 2
                      THEN 28
                      WHEN _mo IN (4, 6, 9, 11)
                      THEN 30
                      ELSE 31
                    END
                  )
                  AND (
                    (
                      _h < 24 OR (
                        _h = 24 AND _mi + _s + _us = 0
                      )
                    ) AND _mi < 60 AND _s < 60
                  )
                  THEN MAKE_DATE(CASE WHEN _y = 0 THEN -1 ELSE _y END, _mo, _d) + CAST(FLOOR((
                    _h * 60 + _mi - _shift
                  ) / CAST(1440.0e0 AS DOUBLE PRECISION)) AS INT)
                END
              FROM (
                SELECT
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CAST(COALESCE(NULLIF((
                      _m
                    )[1], ''), '0') AS INT)
                  END AS _y,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CAST(COALESCE(NULLIF((
                      _m
                    )[3], ''), '0') AS INT)
                  END AS _mo,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CAST(COALESCE(NULLIF((
                      _m
                    )[4], ''), '0') AS INT)
                  END AS _d,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CAST(COALESCE(NULLIF((
                      _m
                    )[5], ''), '0') AS INT)
                  END AS _h,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CAST(COALESCE(NULLIF((
                      _m
                    )[6], ''), '0') AS INT)
                  END AS _mi,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CAST(COALESCE(NULLIF((
                      _m
                    )[7], ''), '0') AS INT)
                  END AS _s,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CAST(COALESCE(NULLIF((
                      _m
                    )[8], ''), '0') AS INT)
                  END AS _us,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN NOT _o IS NULL
                      THEN CAST((
                        _o
                      )[1] AS INT) * 60 + CAST(CONCAT(LEFT((
                        _o
                      )[1], 1), COALESCE((
                        _o
                      )[2], '0')) AS INT)
                      ELSE 0
                    END
                  END AS _shift
                FROM (
                  SELECT
                    CASE
                      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                      THEN NULL
                      ELSE REGEXP_MATCH(
                        CASE
                          WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT)) COLLATE "C") <= 1000
                          THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT)) COLLATE "C"
                        END,
                        '^([0-9]{1,9})([-/ \\])([0-9]{1,2})\2([0-9]{1,2})(?:[T \t\r\n\v\f][ \t\r\n\v\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$'
                      )
                    END AS _m,
                    CASE
                      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                      THEN NULL
                      ELSE REGEXP_MATCH(
                        CASE
                          WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT)) COLLATE "C") <= 1000
                          THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT)) COLLATE "C"
                        END,
                        ':.*([+-][0-9]{2}):?([0-9]{2})?$'
                      )
                    END AS _o
                ) AS _p
                WHERE
                  NOT _m IS NULL
              ) AS _q
            ) AS _10,
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
  ) AS _l12
) AS _rows
WHERE
  _13
GROUP BY
  _9,
  _12
