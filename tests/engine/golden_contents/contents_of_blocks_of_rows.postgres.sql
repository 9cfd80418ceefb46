SELECT
  CAST(_20 AS BIGINT) AS c0,
  CAST(_1 AS BIGINT) AS c1,
  CAST(_4 AS DOUBLE PRECISION) AS c2,
  CAST(_8 AS DOUBLE PRECISION) AS c3,
  CAST(_11 AS BIGINT) AS c4,
  CAST(_21 AS BIGINT) AS c5,
  CAST(_22 AS BIGINT) AS c6
FROM (
  SELECT
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE (
        CAST(CAST(CONCAT(
          'x',
          SUBSTRING(MD5(
            CONCAT(
              '20250101',
              CASE
                WHEN NOT _1 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_1 AS TEXT)) AS TEXT), ':', CAST(_1 AS TEXT))
                ELSE '~'
              END,
              CASE
                WHEN NOT _5 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_5 AS TEXT)) AS TEXT), ':', CAST(_5 AS TEXT))
                ELSE '~'
              END,
              CASE
                WHEN NOT _9 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_9 AS TEXT)) AS TEXT), ':', CAST(_9 AS TEXT))
                ELSE '~'
              END,
              CASE
                WHEN NOT _11 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_11 AS TEXT)) AS TEXT), ':', CAST(_11 AS TEXT))
                ELSE '~'
              END,
              CASE
                WHEN NOT _14 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_14 AS TEXT)) AS TEXT), ':', CAST(_14 AS TEXT))
                ELSE '~'
              END,
              CASE
                WHEN NOT _17 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_17 AS TEXT)) AS TEXT), ':', CAST(_17 AS TEXT))
                ELSE '~'
              END,
              CASE
                WHEN NOT _19 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_19 AS TEXT)) AS TEXT), ':', CAST(_19 AS TEXT))
                ELSE '~'
              END
            )
          ) FROM 1 FOR 7)
        ) AS BIT(28)) AS BIGINT)
      ) % 100
    END AS _20,
    _1,
    _4,
    _8,
    _11,
    CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_13 AS INT) END AS _21,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE _16 - CAST('1970-01-01' AS DATE)
    END AS _22,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE _1 >= CAST(18.0e0 AS DOUBLE PRECISION)
    END AS _23
  FROM (
    SELECT
      _1,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CAST(FLOOR(
          _4 * CAST(16777216.0e0 AS DOUBLE PRECISION) - CAST(-167772160.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
        ) AS BIGINT)
      END AS _5,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CAST(FLOOR(
          _8 * CAST(549755813888.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
        ) AS BIGINT)
      END AS _9,
      _11,
      CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_13 AS INT) END AS _14,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE _16 - CAST('1970-01-01' AS DATE)
      END AS _17,
      _19,
      _13,
      _16,
      _4,
      _8
    FROM (
      SELECT
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN NOT _3 IS NULL
            THEN CASE
              WHEN _3 < CAST(-10.0e0 AS DOUBLE PRECISION)
              THEN CAST(-10.0e0 AS DOUBLE PRECISION)
              WHEN _3 > CAST(50000.0e0 AS DOUBLE PRECISION)
              THEN CAST(50000.0e0 AS DOUBLE PRECISION)
              ELSE _3
            END
            ELSE CAST(0.1e0 AS DOUBLE PRECISION)
          END
        END AS _4,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN NOT _7 IS NULL
            THEN CASE
              WHEN _7 < CAST(0.0e0 AS DOUBLE PRECISION)
              THEN CAST(0.0e0 AS DOUBLE PRECISION)
              WHEN _7 > CAST(1.0e0 AS DOUBLE PRECISION)
              THEN CAST(1.0e0 AS DOUBLE PRECISION)
              ELSE _7
            END
          END
        END AS _8,
        _12 AS _13,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN _15 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
            THEN _15
          END
        END AS _16,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN NOT _0 IS NULL
            THEN CASE WHEN _0 < 0 THEN 0 WHEN _0 > 120 THEN 120 ELSE CAST(_0 AS BIGINT) END
          END
        END AS _1,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN LENGTH(_10) BETWEEN 1 AND 1000
            AND NOT _10 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
            THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _10) - 1, 2)
          END
        END AS _11,
        _19
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
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN _6 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
              OR _6 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
              THEN CASE
                WHEN CAST(CAST(_6 AS REAL) AS DOUBLE PRECISION) = _6
                THEN CASE
                  WHEN _6 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                  AND _6 = FLOOR(_6)
                  THEN _6
                  WHEN LENGTH(CAST(ABS(_6) AS TEXT)) > 15
                  THEN CAST(CAST(CAST(_6 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                  ELSE _6
                END
                ELSE _6
              END
              ELSE _6
            END
          END AS _7,
          _12,
          _15,
          _0,
          _10,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN NOT _18 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
              THEN CASE
                WHEN (
                  _18 < ':' AND _18 >= '+'
                )
                AND (
                  _18 < '1' OR _18 LIKE '%.%' OR _18 LIKE '%e%' OR _18 LIKE '%E%'
                )
                THEN CASE
                  WHEN _18 ~ '^[0-9]{1,38}([.]0*)?$'
                  THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_18, '.', 1)), ''), '0')
                  WHEN _18 ~ '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$'
                  THEN CASE
                    WHEN LENGTH(
                      TRIM('-' FROM REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _18 LIKE '%e%' OR _18 LIKE '%E%'
                              THEN CASE WHEN _18 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_18, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                99 + LENGTH(REGEXP_REPLACE(_18, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_18, '^.*[eE]', '') AS INT)
                              )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_18, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                99 + LENGTH(REGEXP_REPLACE(_18, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_18, '^.*[eE]', '') AS INT)
                              ) + 1)
                              ELSE _18
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
                    THEN _18
                    ELSE REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _18 LIKE '%e%' OR _18 LIKE '%E%'
                              THEN CASE WHEN _18 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_18, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                                99 + LENGTH(REGEXP_REPLACE(_18, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_18, '^.*[eE]', '') AS INT)
                              )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_18, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                                99 + LENGTH(REGEXP_REPLACE(_18, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_18, '^.*[eE]', '') AS INT)
                              ) + 1)
                              ELSE _18
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
                  ELSE _18
                END
                ELSE _18
              END
            END
          END AS _19
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
            END AS _2,
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
            END AS _6,
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
            END AS _18,
            "smoker" AS _12,
            CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST("day" AS DATE) END AS _15,
            "age" AS _0,
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
            END AS _10
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
WHERE
  _23
  AND NOT _20 IS NULL
  AND NOT _1 IS NULL
  AND NOT _4 IS NULL
  AND NOT _8 IS NULL
  AND NOT _11 IS NULL
  AND NOT _21 IS NULL
  AND NOT _22 IS NULL
