SELECT
  _3 AS k0,
  _14 AS k1,
  CAST(SUM(CAST(_18 AS BIGINT)) AS TEXT) AS m0
FROM (
  SELECT
    _3,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CASE
        WHEN _13 < -5
        THEN 0
        WHEN _13 >= 65
        THEN 3
        WHEN _13 >= -5
        THEN CASE WHEN _13 < 18 THEN 0 ELSE CASE WHEN _13 < 65 THEN 1 ELSE 2 END END + 1
      END
    END AS _14,
    _18
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CAST(0 AS INT) + CAST(_6 AS INT) * 1 + CAST(_9 AS INT) * -10 + CAST(_12 AS INT) * 0
      END AS _13,
      _3,
      _18
    FROM (
      SELECT
        CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE _11 <> 0 END AS _12,
        CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE _8 = TRUE END AS _9,
        _5 AS _6,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN (
              (
                CAST(CAST(CONCAT('x', SUBSTRING(_2 FROM 1 FOR 7)) AS BIT(28)) AS BIGINT)
              ) * 268435456 + (
                CAST(CAST(CONCAT('x', SUBSTRING(_2 FROM 8 FOR 7)) AS BIT(28)) AS BIGINT)
              )
            ) < 24019198012642645
            THEN 0
          END
        END AS _3,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CAST(FLOOR(
            _17 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
          ) AS INT)
        END AS _18
      FROM (
        SELECT
          _11,
          _8,
          _5,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE MD5(
              CONCAT(
                'coin',
                CASE
                  WHEN NOT _1 IS NULL
                  THEN CONCAT(CAST(LENGTH(CAST(_1 AS TEXT)) AS TEXT), ':', CAST(_1 AS TEXT))
                  ELSE '~'
                END
              )
            )
          END AS _2,
          _17
        FROM (
          SELECT
            _1,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN LENGTH(_10) BETWEEN 1 AND 1000
                AND NOT _10 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _10) - 1, 2)
              END
            END AS _11,
            _7 AS _8,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN NOT _4 IS NULL
                THEN CASE WHEN _4 < 0 THEN 0 WHEN _4 > 120 THEN 120 ELSE CAST(_4 AS BIGINT) END
              END
            END AS _5,
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN NOT _16 IS NULL
                THEN CASE
                  WHEN _16 < CAST(-10.0e0 AS DOUBLE PRECISION)
                  THEN CAST(-10.0e0 AS DOUBLE PRECISION)
                  WHEN _16 > CAST(50000.0e0 AS DOUBLE PRECISION)
                  THEN CAST(50000.0e0 AS DOUBLE PRECISION)
                  ELSE _16
                END
                ELSE CAST(0.1e0 AS DOUBLE PRECISION)
              END
            END AS _17
          FROM (
            SELECT
              _10,
              _7,
              _4,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CASE
                  WHEN _15 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                  OR _15 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                  THEN CASE
                    WHEN CAST(CAST(_15 AS REAL) AS DOUBLE PRECISION) = _15
                    THEN CASE
                      WHEN _15 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                      AND _15 = FLOOR(_15)
                      THEN _15
                      WHEN LENGTH(CAST(ABS(_15) AS TEXT)) > 15
                      THEN CAST(CAST(CAST(_15 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                      ELSE _15
                    END
                    ELSE _15
                  END
                  ELSE _15
                END
              END AS _16,
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
                END AS _15,
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
                END AS _10,
                "smoker" AS _7,
                "age" AS _4
              FROM visits
            ) AS _l1
          ) AS _l2
        ) AS _l3
      ) AS _l4
    ) AS _l9
  ) AS _l11
) AS _rows
GROUP BY
  _3,
  _14
