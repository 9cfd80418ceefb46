SELECT
  _1 AS k0,
  _4 AS k1,
  _7 AS k2,
  COUNT(*) AS m0
FROM (
  SELECT
    _1,
    CAST(_3 AS INT) AS _4,
    CASE
      WHEN _6 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
      THEN CASE
        WHEN _6 < CAST('2013-02-01' AS DATE)
        THEN 0
        ELSE CASE WHEN _6 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
      END
    END AS _7
  FROM (
    SELECT
      COALESCE(
        LIST_POSITION(['true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'], LOWER(_2)) - 1 < 5,
        LIST_POSITION(
          ['1', '0'],
          CASE
            WHEN (
              _2 < ':' AND _2 >= '+'
            )
            AND (
              _2 < '1' OR _2 LIKE '%.%' OR _2 LIKE '%e%' OR _2 LIKE '%E%'
            )
            THEN CASE
              WHEN REGEXP_MATCHES(_2, '^[0-9]{1,38}([.]0*)?$')
              THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_2, '.', 1), '0'), ''), '0')
              WHEN REGEXP_MATCHES(_2, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
              THEN CASE
                WHEN LENGTH(
                  TRIM(
                    REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          CASE
                            WHEN _2 LIKE '%e%' OR _2 LIKE '%E%'
                            THEN CASE WHEN _2 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                              1,
                              (
                                99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                              )
                            ) || '.' || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                              (
                                99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                              ) + 1
                            )
                            ELSE _2
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
                THEN _2
                ELSE REGEXP_REPLACE(
                  REGEXP_REPLACE(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        CASE
                          WHEN _2 LIKE '%e%' OR _2 LIKE '%E%'
                          THEN CASE WHEN _2 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                            REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                            1,
                            (
                              99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                            )
                          ) || '.' || SUBSTRING(
                            REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                            (
                              99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                            ) + 1
                          )
                          ELSE _2
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
              ELSE _2
            END
            ELSE _2
          END
        ) - 1 < 1
      ) AS _3,
      CASE
        WHEN _5 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
        THEN _5
      END AS _6,
      CASE
        WHEN LENGTH(_0) BETWEEN 1 AND 1000
        AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
        THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _0) - 1, 2)
      END AS _1
    FROM (
      SELECT
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
        END AS _2,
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
        ) AS _5,
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
    ) AS _l2
  ) AS _l4
) AS _rows
GROUP BY
  _1,
  _4,
  _7
