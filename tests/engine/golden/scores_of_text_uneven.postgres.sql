SELECT
  _11 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _14 ORDER BY _order, _11) AS _rank
    FROM (
      SELECT
        *,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _14 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_14 AS TEXT)) AS TEXT), ':', CAST(_14 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _11 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_11 AS TEXT)) AS TEXT), ':', CAST(_11 AS TEXT))
              ELSE '~'
            END
          )
        ) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN _10 < -5
                THEN 0
                WHEN _10 >= 65
                THEN 3
                WHEN _10 >= -5
                THEN CASE WHEN _10 < 18 THEN 0 ELSE CASE WHEN _10 < 65 THEN 1 ELSE 2 END END + 1
              END
            END AS _11,
            _12,
            _2,
            _5,
            _14
          FROM (
            SELECT
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CAST(0 AS INT) + CAST(_3 AS INT) * 1 + CAST(_6 AS INT) * -10 + CAST(_9 AS INT) * 0
              END AS _10,
              _12,
              _2,
              _5,
              _14
            FROM (
              SELECT
                CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE _8 <> 0 END AS _9,
                CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE _5 = TRUE END AS _6,
                _2 AS _3,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE _2 >= CAST(65.0e0 AS DOUBLE PRECISION)
                END AS _12,
                _2,
                _5,
                _14
              FROM (
                SELECT
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN LENGTH(_7) BETWEEN 1 AND 1000
                      AND NOT _7 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                      THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _7) - 1, 2)
                    END
                  END AS _8,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE COALESCE(
                      ARRAY_POSITION(ARRAY['true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'], LOWER(_4)) - 1 < 5,
                      ARRAY_POSITION(
                        ARRAY['1', '0'],
                        CASE
                          WHEN (
                            _4 < ':' AND _4 >= '+'
                          )
                          AND (
                            _4 < '1' OR _4 LIKE '%.%' OR _4 LIKE '%e%' OR _4 LIKE '%E%'
                          )
                          THEN CASE
                            WHEN _4 ~ '^[0-9]{1,38}([.]0*)?$'
                            THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_4, '.', 1)), ''), '0')
                            WHEN _4 ~ '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$'
                            THEN CASE
                              WHEN LENGTH(
                                TRIM('-' FROM REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _4 LIKE '%e%' OR _4 LIKE '%E%'
                                        THEN CASE WHEN _4 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                          99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                        )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                          99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                        ) + 1)
                                        ELSE _4
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
                              THEN _4
                              ELSE REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _4 LIKE '%e%' OR _4 LIKE '%E%'
                                        THEN CASE WHEN _4 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                          99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                        )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                          99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                        ) + 1)
                                        ELSE _4
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
                            ELSE _4
                          END
                          ELSE _4
                        END
                      ) - 1 < 1
                    )
                  END AS _5,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN NOT _1 IS NULL
                      THEN CAST(FLOOR(
                        (
                          CASE
                            WHEN _1 < CAST(0.0e0 AS DOUBLE PRECISION)
                            THEN CAST(0.0e0 AS DOUBLE PRECISION)
                            WHEN _1 > CAST(120.0e0 AS DOUBLE PRECISION)
                            THEN CAST(120.0e0 AS DOUBLE PRECISION)
                            ELSE _1
                          END
                        ) + CAST(0.5e0 AS DOUBLE PRECISION)
                      ) AS BIGINT)
                    END
                  END AS _2,
                  _14
                FROM (
                  SELECT
                    _7,
                    _4,
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
                        WHEN NOT _13 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                        THEN CASE
                          WHEN (
                            _13 < ':' AND _13 >= '+'
                          )
                          AND (
                            _13 < '1' OR _13 LIKE '%.%' OR _13 LIKE '%e%' OR _13 LIKE '%E%'
                          )
                          THEN CASE
                            WHEN _13 ~ '^[0-9]{1,38}([.]0*)?$'
                            THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_13, '.', 1)), ''), '0')
                            WHEN _13 ~ '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$'
                            THEN CASE
                              WHEN LENGTH(
                                TRIM('-' FROM REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _13 LIKE '%e%' OR _13 LIKE '%E%'
                                        THEN CASE WHEN _13 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_13, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                          99 + LENGTH(REGEXP_REPLACE(_13, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_13, '^.*[eE]', '') AS INT)
                                        )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_13, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                          99 + LENGTH(REGEXP_REPLACE(_13, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_13, '^.*[eE]', '') AS INT)
                                        ) + 1)
                                        ELSE _13
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
                              THEN _13
                              ELSE REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _13 LIKE '%e%' OR _13 LIKE '%E%'
                                        THEN CASE WHEN _13 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_13, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                          99 + LENGTH(REGEXP_REPLACE(_13, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_13, '^.*[eE]', '') AS INT)
                                        )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_13, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                          99 + LENGTH(REGEXP_REPLACE(_13, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_13, '^.*[eE]', '') AS INT)
                                        ) + 1)
                                        ELSE _13
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
                            ELSE _13
                          END
                          ELSE _13
                        END
                      END
                    END AS _14
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
                      END AS _0,
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
                      END AS _13,
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
                      END AS _7,
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
                      END AS _4
                    FROM visits
                  ) AS _l1
                ) AS _l2
              ) AS _l4
            ) AS _l9
          ) AS _l11
        ) AS _rows
        WHERE
          _12 AND NOT _11 IS NULL AND NOT _2 IS NULL AND NOT _5 IS NULL
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
  _11
