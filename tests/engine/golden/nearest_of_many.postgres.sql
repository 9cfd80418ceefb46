SELECT
  _2 AS k0,
  _28 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(CAST(_6 AS BIGINT)) AS TEXT) AS m1
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _31 ORDER BY _order, _2, _28) AS _rank
    FROM (
      SELECT
        *,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _31 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_31 AS TEXT)) AS TEXT), ':', CAST(_31 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _2 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_2 AS TEXT)) AS TEXT), ':', CAST(_2 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _28 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_28 AS TEXT)) AS TEXT), ':', CAST(_28 AS TEXT))
              ELSE '~'
            END
          )
        ) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            _2,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN _7 = _27
                THEN 0
                WHEN _8 = _27
                THEN 1
                WHEN _9 = _27
                THEN 2
                WHEN _10 = _27
                THEN 3
                WHEN _11 = _27
                THEN 4
                WHEN _12 = _27
                THEN 5
                WHEN _13 = _27
                THEN 6
                WHEN _14 = _27
                THEN 7
                WHEN _15 = _27
                THEN 8
                WHEN _16 = _27
                THEN 9
                WHEN _17 = _27
                THEN 10
                WHEN _18 = _27
                THEN 11
                WHEN _19 = _27
                THEN 12
                WHEN _20 = _27
                THEN 13
                WHEN _21 = _27
                THEN 14
                WHEN _22 = _27
                THEN 15
                WHEN _23 = _27
                THEN 16
                WHEN _24 = _27
                THEN 17
                WHEN _25 = _27
                THEN 18
                WHEN _26 = _27
                THEN 19
              END
            END AS _28,
            _6,
            _29,
            _5,
            _31
          FROM (
            SELECT
              _7,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE LEAST(_7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17, _18, _19, _20, _21, _22, _23, _24, _25, _26)
              END AS _27,
              _8,
              _9,
              _10,
              _11,
              _12,
              _13,
              _14,
              _15,
              _16,
              _17,
              _18,
              _19,
              _20,
              _21,
              _22,
              _23,
              _24,
              _25,
              _26,
              _2,
              _6,
              _29,
              _5,
              _31
            FROM (
              SELECT
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(0 AS INT) + CAST(_6 AS INT) * 0
                END AS _7,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(1 AS INT) + CAST(_6 AS INT) * -6
                END AS _8,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(16 AS INT) + CAST(_6 AS INT) * -24
                END AS _9,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(81 AS INT) + CAST(_6 AS INT) * -54
                END AS _10,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(256 AS INT) + CAST(_6 AS INT) * -96
                END AS _11,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(625 AS INT) + CAST(_6 AS INT) * -150
                END AS _12,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(1296 AS INT) + CAST(_6 AS INT) * -216
                END AS _13,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(2401 AS INT) + CAST(_6 AS INT) * -294
                END AS _14,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(4096 AS INT) + CAST(_6 AS INT) * -384
                END AS _15,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(6561 AS INT) + CAST(_6 AS INT) * -486
                END AS _16,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(10000 AS INT) + CAST(_6 AS INT) * -600
                END AS _17,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(14641 AS INT) + CAST(_6 AS INT) * -726
                END AS _18,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(20736 AS INT) + CAST(_6 AS INT) * -864
                END AS _19,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(28561 AS INT) + CAST(_6 AS INT) * -1014
                END AS _20,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(38416 AS INT) + CAST(_6 AS INT) * -1176
                END AS _21,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(50625 AS INT) + CAST(_6 AS INT) * -1350
                END AS _22,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(65536 AS INT) + CAST(_6 AS INT) * -1536
                END AS _23,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(83521 AS INT) + CAST(_6 AS INT) * -1734
                END AS _24,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(104976 AS INT) + CAST(_6 AS INT) * -1944
                END AS _25,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(130321 AS INT) + CAST(_6 AS INT) * -2166
                END AS _26,
                _2,
                _6,
                _29,
                _5,
                _31
              FROM (
                SELECT
                  _5 AS _6,
                  CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_1 AS INT) END AS _2,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE _5 >= CAST(65.0e0 AS DOUBLE PRECISION)
                  END AS _29,
                  _5,
                  _31
                FROM (
                  SELECT
                    CASE
                      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                      THEN NULL
                      ELSE CASE
                        WHEN NOT _4 IS NULL
                        THEN CAST(FLOOR(
                          (
                            CASE
                              WHEN _4 < CAST(0.0e0 AS DOUBLE PRECISION)
                              THEN CAST(0.0e0 AS DOUBLE PRECISION)
                              WHEN _4 > CAST(120.0e0 AS DOUBLE PRECISION)
                              THEN CAST(120.0e0 AS DOUBLE PRECISION)
                              ELSE _4
                            END
                          ) + CAST(0.5e0 AS DOUBLE PRECISION)
                        ) AS BIGINT)
                      END
                    END AS _5,
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
                    _31
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
                      CASE
                        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                        THEN NULL
                        ELSE CASE
                          WHEN NOT _30 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                          THEN CASE
                            WHEN (
                              _30 < ':' AND _30 >= '+'
                            )
                            AND (
                              _30 < '1' OR _30 LIKE '%.%' OR _30 LIKE '%e%' OR _30 LIKE '%E%'
                            )
                            THEN CASE
                              WHEN _30 ~ '^[0-9]{1,38}([.]0*)?$'
                              THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_30, '.', 1)), ''), '0')
                              WHEN _30 ~ '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$'
                              THEN CASE
                                WHEN LENGTH(
                                  TRIM('-' FROM REPLACE(
                                    REGEXP_REPLACE(
                                      REGEXP_REPLACE(
                                        CASE
                                          WHEN _30 LIKE '%e%' OR _30 LIKE '%E%'
                                          THEN CASE WHEN _30 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                            99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                          )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                            99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                          ) + 1)
                                          ELSE _30
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
                                THEN _30
                                ELSE REGEXP_REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      REGEXP_REPLACE(
                                        CASE
                                          WHEN _30 LIKE '%e%' OR _30 LIKE '%E%'
                                          THEN CASE WHEN _30 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                            99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                          )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                            99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                          ) + 1)
                                          ELSE _30
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
                              ELSE _30
                            END
                            ELSE _30
                          END
                        END
                      END AS _31
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
                        END AS _3,
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
                        END AS _30,
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
              ) AS _l9
            ) AS _l10
          ) AS _l11
        ) AS _rows
        WHERE
          _29 AND NOT _2 IS NULL AND NOT _28 IS NULL AND NOT _5 IS NULL
        OFFSET 0
      ) AS _inside
      OFFSET 0
    ) AS _hashed
    OFFSET 0
  ) AS _ranked
  WHERE
    _rank <= 2
  OFFSET 0
) AS _kept
GROUP BY
  _2,
  _28
