SELECT
  _2 AS k0,
  _5 AS k1,
  COUNT(_8) AS m0
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _1 ORDER BY _order, _2, _5) AS _rank
    FROM (
      SELECT
        *,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _1 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_1 AS TEXT)) AS TEXT), ':', CAST(_1 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _2 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_2 AS TEXT)) AS TEXT), ':', CAST(_2 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _5 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_5 AS TEXT)) AS TEXT), ':', CAST(_5 AS TEXT))
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
            CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_4 AS INT) END AS _5,
            _8,
            _1
          FROM (
            SELECT
              _1,
              _3 AS _4,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CASE
                  WHEN NOT _7 IS NULL
                  THEN CASE
                    WHEN _7 < CAST(-10.0e0 AS DOUBLE PRECISION)
                    THEN CAST(-10.0e0 AS DOUBLE PRECISION)
                    WHEN _7 > CAST(50000.0e0 AS DOUBLE PRECISION)
                    THEN CAST(50000.0e0 AS DOUBLE PRECISION)
                    ELSE _7
                  END
                  ELSE CAST(0.1e0 AS DOUBLE PRECISION)
                END
              END AS _8
            FROM (
              SELECT
                _3,
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
                  END AS _0,
                  "smoker" AS _3
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l4
        ) AS _rows
        WHERE
          NOT _2 IS NULL AND NOT _5 IS NULL AND NOT _8 IS NULL
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
  _5
