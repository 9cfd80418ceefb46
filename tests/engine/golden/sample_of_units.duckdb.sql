SELECT
  _3 AS k0,
  _14 AS k1,
  CAST(SUM(_17) AS TEXT) AS m0
FROM (
  SELECT
    _3,
    CASE
      WHEN _13 < -5
      THEN 0
      WHEN _13 >= 65
      THEN 3
      WHEN _13 >= -5
      THEN CASE WHEN _13 < 18 THEN 0 ELSE CASE WHEN _13 < 65 THEN 1 ELSE 2 END END + 1
    END AS _14,
    _17
  FROM (
    SELECT
      CAST(0 AS INT) + CAST(_6 AS INT) * 1 + CAST(_9 AS INT) * -10 + CAST(_12 AS INT) * 0 AS _13,
      _3,
      _17
    FROM (
      SELECT
        _11 <> 0 AS _12,
        _8 = TRUE AS _9,
        _5 AS _6,
        CASE
          WHEN (
            (
              TRY_CAST('0x' || SUBSTRING(_2, 1, 7) AS BIGINT)
            ) * 268435456 + (
              TRY_CAST('0x' || SUBSTRING(_2, 8, 7) AS BIGINT)
            )
          ) < 24019198012642645
          THEN 0
        END AS _3,
        CAST(FLOOR(_16 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _17
      FROM (
        SELECT
          _11,
          _8,
          _5,
          MD5(
            CONCAT(
              'coin',
              CASE
                WHEN NOT _1 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_1 AS TEXT)) AS TEXT), ':', CAST(_1 AS TEXT))
                ELSE '~'
              END
            )
          ) AS _2,
          _16
        FROM (
          SELECT
            _1,
            CASE
              WHEN LENGTH(_10) BETWEEN 1 AND 1000
              AND NOT _10 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
              THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _10) - 1, 2)
            END AS _11,
            _7 AS _8,
            CASE
              WHEN NOT _4 IS NULL
              THEN CASE WHEN _4 < 0 THEN 0 WHEN _4 > 120 THEN 120 ELSE CAST(_4 AS BIGINT) END
            END AS _5,
            CASE
              WHEN ISFINITE(_15)
              THEN CASE
                WHEN _15 < CAST(-10.0e0 AS DOUBLE)
                THEN CAST(-10.0e0 AS DOUBLE)
                WHEN _15 > CAST(50000.0e0 AS DOUBLE)
                THEN CAST(50000.0e0 AS DOUBLE)
                ELSE _15
              END
              ELSE CAST(0.1e0 AS DOUBLE)
            END AS _16
          FROM (
            SELECT
              _10,
              _7,
              _4,
              _15,
              CASE
                WHEN NOT _0 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                THEN CASE
                  WHEN (
                    _0 < ':' AND _0 >= '+'
                  )
                  AND (
                    _0 < '1' OR _0 LIKE '%.%' OR _0 LIKE '%e%' OR _0 LIKE '%E%'
                  )
                  THEN CASE
                    WHEN REGEXP_MATCHES(_0, '^[0-9]{1,38}([.]0*)?$')
                    THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_0, '.', 1), '0'), ''), '0')
                    WHEN REGEXP_MATCHES(_0, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                    THEN CASE
                      WHEN LENGTH(
                        TRIM(
                          REPLACE(
                            REGEXP_REPLACE(
                              REGEXP_REPLACE(
                                CASE
                                  WHEN _0 LIKE '%e%' OR _0 LIKE '%E%'
                                  THEN CASE WHEN _0 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                    1,
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                    )
                                  ) || '.' || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                    ) + 1
                                  )
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
                          ),
                          '-'
                        )
                      ) > 38
                      THEN _0
                      ELSE REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(
                              CASE
                                WHEN _0 LIKE '%e%' OR _0 LIKE '%E%'
                                THEN CASE WHEN _0 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                  REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                  1,
                                  (
                                    99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                  )
                                ) || '.' || SUBSTRING(
                                  REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                  (
                                    99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                  ) + 1
                                )
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
              END AS _1
            FROM (
              SELECT
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
                ) AS _0,
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
                END AS _10,
                "smoker" AS _7,
                "age" AS _4,
                TRY_CAST("cost" AS DOUBLE) AS _15
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
