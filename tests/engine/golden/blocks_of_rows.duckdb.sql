SELECT
  _19 AS k0,
  COUNT(_1) AS m0,
  CAST(SUM(_20) AS TEXT) AS m1
FROM (
  SELECT
    (
      TRY_CAST('0x' || SUBSTRING(
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _1 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_1 AS TEXT)) AS TEXT), ':', CAST(_1 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _4 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_4 AS TEXT)) AS TEXT), ':', CAST(_4 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _8 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_8 AS TEXT)) AS TEXT), ':', CAST(_8 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _10 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_10 AS TEXT)) AS TEXT), ':', CAST(_10 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _13 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_13 AS TEXT)) AS TEXT), ':', CAST(_13 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _16 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_16 AS TEXT)) AS TEXT), ':', CAST(_16 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _18 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_18 AS TEXT)) AS TEXT), ':', CAST(_18 AS TEXT))
              ELSE '~'
            END
          )
        ),
        1,
        7
      ) AS BIGINT)
    ) % 100 AS _19,
    _1,
    _1 AS _20
  FROM (
    SELECT
      _1,
      CAST(FLOOR(
        _3 * CAST(16777216.0e0 AS DOUBLE) - CAST(-167772160.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
      ) AS BIGINT) AS _4,
      CAST(FLOOR(_7 * CAST(549755813888.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _8,
      _10,
      CAST(_12 AS INT) AS _13,
      _15 - CAST('1970-01-01' AS DATE) AS _16,
      _18
    FROM (
      SELECT
        CASE
          WHEN ISFINITE(_2)
          THEN CASE
            WHEN _2 < CAST(-10.0e0 AS DOUBLE)
            THEN CAST(-10.0e0 AS DOUBLE)
            WHEN _2 > CAST(50000.0e0 AS DOUBLE)
            THEN CAST(50000.0e0 AS DOUBLE)
            ELSE _2
          END
          ELSE CAST(0.1e0 AS DOUBLE)
        END AS _3,
        CASE
          WHEN ISFINITE(_6)
          THEN CASE
            WHEN _6 < CAST(0.0e0 AS DOUBLE)
            THEN CAST(0.0e0 AS DOUBLE)
            WHEN _6 > CAST(1.0e0 AS DOUBLE)
            THEN CAST(1.0e0 AS DOUBLE)
            ELSE _6
          END
        END AS _7,
        _11 AS _12,
        CASE
          WHEN _14 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
          THEN _14
        END AS _15,
        CASE
          WHEN NOT _0 IS NULL
          THEN CASE WHEN _0 < 0 THEN 0 WHEN _0 > 120 THEN 120 ELSE CAST(_0 AS BIGINT) END
        END AS _1,
        CASE
          WHEN LENGTH(_9) BETWEEN 1 AND 1000
          AND NOT _9 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
          THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _9) - 1, 2)
        END AS _10,
        _18
      FROM (
        SELECT
          _2,
          CASE
            WHEN CAST(_5 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
            AND CAST(_5 AS DOUBLE) = FLOOR(CAST(_5 AS DOUBLE))
            THEN CAST(_5 AS DOUBLE)
            WHEN CASE
              WHEN TRY_CAST(TRY_CAST(CAST(_5 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_5 AS DOUBLE)
              THEN LENGTH(CAST(ABS(CAST(_5 AS DOUBLE)) AS TEXT)) > 15
            END
            THEN TRY_CAST(CAST(TRY_CAST(CAST(_5 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
            ELSE CAST(_5 AS DOUBLE)
          END AS _6,
          _11,
          _14,
          _0,
          _9,
          CASE
            WHEN NOT _17 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
            THEN CASE
              WHEN (
                _17 < ':' AND _17 >= '+'
              )
              AND (
                _17 < '1' OR _17 LIKE '%.%' OR _17 LIKE '%e%' OR _17 LIKE '%E%'
              )
              THEN CASE
                WHEN REGEXP_MATCHES(_17, '^[0-9]{1,38}([.]0*)?$')
                THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_17, '.', 1), '0'), ''), '0')
                WHEN REGEXP_MATCHES(_17, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                THEN CASE
                  WHEN LENGTH(
                    TRIM(
                      REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _17 LIKE '%e%' OR _17 LIKE '%E%'
                              THEN CASE WHEN _17 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_17, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                1,
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_17, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_17, '^.*[eE]', '') AS INT)
                                )
                              ) || '.' || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_17, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_17, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_17, '^.*[eE]', '') AS INT)
                                ) + 1
                              )
                              ELSE _17
                            END,
                            '^[+]?(-?)0*',
                            '\1'
                          ),
                          '([.][0-9]*[1-9])0*$|[.]0*$',
                          '\1'
                        ),
                        '.',
                        ''
                      ),
                      '-'
                    )
                  ) > 38
                  THEN _17
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          CASE
                            WHEN _17 LIKE '%e%' OR _17 LIKE '%E%'
                            THEN CASE WHEN _17 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_17, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                              1,
                              (
                                99 + LENGTH(REGEXP_REPLACE(_17, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_17, '^.*[eE]', '') AS INT)
                              )
                            ) || '.' || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_17, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                              (
                                99 + LENGTH(REGEXP_REPLACE(_17, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_17, '^.*[eE]', '') AS INT)
                              ) + 1
                            )
                            ELSE _17
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
                ELSE _17
              END
              ELSE _17
            END
          END AS _18
        FROM (
          SELECT
            TRY_CAST(CAST("score" AS TEXT) AS DOUBLE) AS _5,
            NFC_NORMALIZE(
              CASE
                WHEN CAST("patient" AS TEXT) < '!'
                OR ENDS_WITH(CAST("patient" AS TEXT), ' ')
                OR ENDS_WITH(CAST("patient" AS TEXT), '	')
                OR ENDS_WITH(CAST("patient" AS TEXT), '\r')
                OR ENDS_WITH(CAST("patient" AS TEXT), '
')
                OR STRLEN(CAST("patient" AS TEXT)) > 1000
                THEN CASE
                  WHEN LENGTH(TRIM(CAST("patient" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("patient" AS TEXT), ' 	\r
   ﻿')
                END
                ELSE CASE
                  WHEN STRLEN(CAST("patient" AS TEXT)) <> LENGTH(CAST("patient" AS TEXT))
                  AND (
                    STARTS_WITH(CAST("patient" AS TEXT), ' ')
                    OR STARTS_WITH(CAST("patient" AS TEXT), ' ')
                    OR STARTS_WITH(CAST("patient" AS TEXT), ' ')
                    OR STARTS_WITH(CAST("patient" AS TEXT), '﻿')
                    OR ENDS_WITH(CAST("patient" AS TEXT), ' ')
                    OR ENDS_WITH(CAST("patient" AS TEXT), ' ')
                    OR ENDS_WITH(CAST("patient" AS TEXT), ' ')
                    OR ENDS_WITH(CAST("patient" AS TEXT), '﻿')
                  )
                  THEN TRIM(CAST("patient" AS TEXT), ' 	\r
   ﻿')
                  ELSE CAST("patient" AS TEXT)
                END
              END
            ) AS _17,
            TRY_CAST("cost" AS DOUBLE) AS _2,
            "smoker" AS _11,
            TRY_CAST("day" AS DATE) AS _14,
            "age" AS _0,
            CASE
              WHEN CAST("ward's ""name""" AS TEXT) < '!'
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '	')
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '\r')
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '
')
              OR STRLEN(CAST("ward's ""name""" AS TEXT)) > 1000
              THEN CASE
                WHEN LENGTH(TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
   ﻿')
              END
              ELSE CASE
                WHEN STRLEN(CAST("ward's ""name""" AS TEXT)) <> LENGTH(CAST("ward's ""name""" AS TEXT))
                AND (
                  STARTS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("ward's ""name""" AS TEXT), '﻿')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '﻿')
                )
                THEN TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
   ﻿')
                ELSE CAST("ward's ""name""" AS TEXT)
              END
            END AS _9
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
GROUP BY
  _19
