SELECT
  CAST(_2 AS BIGINT) AS c0,
  CAST(_4 AS BIGINT) AS c1,
  CAST(_7 AS DOUBLE PRECISION) AS c2,
  CAST(_10 AS DOUBLE PRECISION) AS c3,
  CAST(_12 AS BIGINT) AS c4,
  CAST(_15 AS BIGINT) AS c5,
  CAST(_18 AS BIGINT) AS c6
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
              END
            )
          ) FROM 1 FOR 7)
        ) AS BIT(28)) AS BIGINT)
      ) % 100
    END AS _2,
    _4,
    _7,
    _10,
    _12,
    CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_14 AS INT) END AS _15,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE _17 - CAST('1970-01-01' AS DATE)
    END AS _18
  FROM (
    SELECT
      _1,
      _13 AS _14,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN _16 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
          THEN _16
        END
      END AS _17,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN NOT _3 IS NULL
          THEN CASE WHEN _3 < 0 THEN 0 WHEN _3 > 120 THEN 120 ELSE CAST(_3 AS BIGINT) END
        END
      END AS _4,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN NOT _6 IS NULL
          THEN CASE
            WHEN _6 < CAST(-10.0e0 AS DOUBLE PRECISION)
            THEN CAST(-10.0e0 AS DOUBLE PRECISION)
            WHEN _6 > CAST(50000.0e0 AS DOUBLE PRECISION)
            THEN CAST(50000.0e0 AS DOUBLE PRECISION)
            ELSE _6
          END
          ELSE CAST(0.1e0 AS DOUBLE PRECISION)
        END
      END AS _7,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN NOT _9 IS NULL
          THEN CASE
            WHEN _9 < CAST(0.0e0 AS DOUBLE PRECISION)
            THEN CAST(0.0e0 AS DOUBLE PRECISION)
            WHEN _9 > CAST(1.0e0 AS DOUBLE PRECISION)
            THEN CAST(1.0e0 AS DOUBLE PRECISION)
            ELSE _9
          END
        END
      END AS _10,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN LENGTH(_11) BETWEEN 1 AND 1000
          AND NOT _11 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
          THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _11) - 1, 2)
        END
      END AS _12
    FROM (
      SELECT
        _13,
        _16,
        _3,
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
        _11,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN NOT _0 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
            THEN CASE
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
          END
        END AS _1
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
          END AS _5,
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
          END AS _8,
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
          END AS _0,
          "smoker" AS _13,
          CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST("day" AS DATE) END AS _16,
          "age" AS _3,
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
          END AS _11
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  NOT _2 IS NULL
  AND NOT _4 IS NULL
  AND NOT _7 IS NULL
  AND NOT _10 IS NULL
  AND NOT _12 IS NULL
  AND NOT _15 IS NULL
  AND NOT _18 IS NULL
