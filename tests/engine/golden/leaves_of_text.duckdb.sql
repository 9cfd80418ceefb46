SELECT
  _9 AS k0,
  _12 AS k1,
  COUNT(_1) AS m0
FROM (
  SELECT
    CASE
      WHEN _1 = 0 OR _1 = 2
      THEN CASE
        WHEN _5 <= 1
        THEN 2
        WHEN _5 >= 2
        THEN CASE WHEN _8 = 1 THEN 0 WHEN _8 = 0 THEN 3 END
      END
      WHEN _1 = 1
      THEN 1
    END AS _9,
    _12,
    _1,
    _13
  FROM (
    SELECT
      _1,
      CAST(_4 * 4 // 121 AS INT) AS _5,
      CAST(_7 AS INT) AS _8,
      CASE
        WHEN _11 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
        THEN CASE
          WHEN _11 < CAST('2013-02-01' AS DATE)
          THEN 0
          ELSE CASE WHEN _11 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
        END
      END AS _12,
      _4 >= CAST(65.0e0 AS DOUBLE) AS _13
    FROM (
      SELECT
        CASE
          WHEN ISFINITE(_3)
          THEN CAST(FLOOR(
            (
              CASE
                WHEN _3 < CAST(0.0e0 AS DOUBLE)
                THEN CAST(0.0e0 AS DOUBLE)
                WHEN _3 > CAST(120.0e0 AS DOUBLE)
                THEN CAST(120.0e0 AS DOUBLE)
                ELSE _3
              END
            ) + CAST(0.5e0 AS DOUBLE)
          ) AS BIGINT)
        END AS _4,
        COALESCE(
          LIST_POSITION(['true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'], LOWER(_6)) - 1 < 5,
          LIST_POSITION(
            ['1', '0'],
            CASE
              WHEN (
                _6 < ':' AND _6 >= '+'
              )
              AND (
                _6 < '1' OR _6 LIKE '%.%' OR _6 LIKE '%e%' OR _6 LIKE '%E%'
              )
              THEN CASE
                WHEN REGEXP_MATCHES(_6, '^[0-9]{1,38}([.]0*)?$')
                THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_6, '.', 1), '0'), ''), '0')
                WHEN REGEXP_MATCHES(_6, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                THEN CASE
                  WHEN LENGTH(
                    TRIM(
                      REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _6 LIKE '%e%' OR _6 LIKE '%E%'
                              THEN CASE WHEN _6 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                1,
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                                )
                              ) || '.' || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                                ) + 1
                              )
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
                      ),
                      '-'
                    )
                  ) > 38
                  THEN _6
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          CASE
                            WHEN _6 LIKE '%e%' OR _6 LIKE '%E%'
                            THEN CASE WHEN _6 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                              1,
                              (
                                99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                              )
                            ) || '.' || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                              (
                                99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                              ) + 1
                            )
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
        ) AS _7,
        CASE
          WHEN _10 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
          THEN _10
        END AS _11,
        CASE
          WHEN LENGTH(_0) BETWEEN 1 AND 1000
          AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
          THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _0) - 1, 2)
        END AS _1
      FROM (
        SELECT
          CASE
            WHEN CAST(_2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
            AND CAST(_2 AS DOUBLE) = FLOOR(CAST(_2 AS DOUBLE))
            THEN CAST(_2 AS DOUBLE)
            WHEN CASE
              WHEN TRY_CAST(TRY_CAST(CAST(_2 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_2 AS DOUBLE)
              THEN LENGTH(CAST(ABS(CAST(_2 AS DOUBLE)) AS TEXT)) > 15
            END
            THEN TRY_CAST(CAST(TRY_CAST(CAST(_2 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
            ELSE CAST(_2 AS DOUBLE)
          END AS _3,
          _6,
          _10,
          _0
        FROM (
          SELECT
            COALESCE(
              TRY_CAST(CASE
                WHEN LENGTH(TRIM(CAST("age" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("age" AS TEXT), ' 	\r
')
              END AS DOUBLE),
              CASE LOWER(
                  CASE
                    WHEN LENGTH(TRIM(CAST("age" AS TEXT), ' 	\r
')) <= 1000
                    THEN TRIM(CAST("age" AS TEXT), ' 	\r
')
                  END
                )
                WHEN 'true'
                THEN CAST(1.0e0 AS DOUBLE)
                WHEN 'false'
                THEN CAST(0.0e0 AS DOUBLE)
              END
            ) AS _2,
            CASE
              WHEN CAST("smoker" AS TEXT) < '!'
              OR ENDS_WITH(CAST("smoker" AS TEXT), ' ')
              OR ENDS_WITH(CAST("smoker" AS TEXT), '	')
              OR ENDS_WITH(CAST("smoker" AS TEXT), '\r')
              OR ENDS_WITH(CAST("smoker" AS TEXT), '
')
              OR STRLEN(CAST("smoker" AS TEXT)) > 1000
              THEN CASE
                WHEN LENGTH(TRIM(CAST("smoker" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("smoker" AS TEXT), ' 	\r
   ﻿')
              END
              ELSE CASE
                WHEN STRLEN(CAST("smoker" AS TEXT)) <> LENGTH(CAST("smoker" AS TEXT))
                AND (
                  STARTS_WITH(CAST("smoker" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("smoker" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("smoker" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("smoker" AS TEXT), '﻿')
                  OR ENDS_WITH(CAST("smoker" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("smoker" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("smoker" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("smoker" AS TEXT), '﻿')
                )
                THEN TRIM(CAST("smoker" AS TEXT), ' 	\r
   ﻿')
                ELSE CAST("smoker" AS TEXT)
              END
            END AS _6,
            COALESCE(
              TRY_CAST(CASE
                WHEN CASE
                  WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                END >= '0'
                AND CASE
                  WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                END < ':'
                THEN TRY(
                  TRY_CAST(CASE
                    WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                    THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                  END AS TIMESTAMP) - TO_MINUTES(
                    COALESCE(
                      CASE
                        WHEN CASE
                          WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                          THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                        END LIKE '%:%+__:__'
                        OR CASE
                          WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                          THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                        END LIKE '%:%-__:__'
                        THEN TRY_CAST(LEFT(
                          RIGHT(
                            CASE
                              WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                              THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                            END,
                            6
                          ),
                          3
                        ) AS INT) * 60 + TRY_CAST(CONCAT(
                          LEFT(
                            RIGHT(
                              CASE
                                WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                                THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                              END,
                              6
                            ),
                            1
                          ),
                          RIGHT(
                            RIGHT(
                              CASE
                                WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                                THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                              END,
                              6
                            ),
                            2
                          )
                        ) AS INT)
                        WHEN CASE
                          WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                          THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                        END LIKE '%:%+____'
                        OR CASE
                          WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                          THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                        END LIKE '%:%-____'
                        THEN TRY_CAST(LEFT(
                          RIGHT(
                            CASE
                              WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                              THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                            END,
                            5
                          ),
                          3
                        ) AS INT) * 60 + TRY_CAST(CONCAT(
                          LEFT(
                            RIGHT(
                              CASE
                                WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                                THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                              END,
                              5
                            ),
                            1
                          ),
                          RIGHT(
                            RIGHT(
                              CASE
                                WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                                THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                              END,
                              5
                            ),
                            2
                          )
                        ) AS INT)
                        WHEN CASE
                          WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                          THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                        END LIKE '%:%+__'
                        OR CASE
                          WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                          THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                        END LIKE '%:%-__'
                        THEN TRY_CAST(LEFT(
                          RIGHT(
                            CASE
                              WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                              THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                            END,
                            3
                          ),
                          3
                        ) AS INT) * 60 + TRY_CAST(CONCAT(
                          LEFT(
                            RIGHT(
                              CASE
                                WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                                THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                              END,
                              3
                            ),
                            1
                          ),
                          '0'
                        ) AS INT)
                      END,
                      0
                    )
                  )
                )
              END AS DATE),
              CASE
                WHEN CASE
                  WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                END >= '0'
                AND CASE
                  WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                END < ':'
                THEN TRY_CAST(CASE
                  WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                END AS DATE)
              END
            ) AS _10,
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
