SELECT
  _5 AS k0,
  _8 AS k1,
  COALESCE(MIN(_12), 120) AS m0,
  COUNT(*) AS m1
FROM (
  SELECT
    LIST_POSITION(['1', '2', '5'], _4) - 1 AS _5,
    CAST(_7 AS INT) AS _8,
    _11 AS _12,
    _10
  FROM (
    SELECT
      TRIM(
        CAST(CASE
          WHEN _1 < _3
          THEN CAST(_1 AS BIGINT) * 3 + _3
          WHEN _3 < _1
          THEN CAST(_3 AS BIGINT) * 3 + _1
        END AS TEXT),
        ' 	\r
'
      ) AS _4,
      _7,
      _11,
      _10
    FROM (
      SELECT
        LIST_POSITION(['A', 'B''; --', ' 2'], _0) - 1 AS _1,
        LIST_POSITION([' 0', 'B''; --', 'C'], _2) - 1 AS _3,
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
          WHEN ISFINITE(_10)
          THEN CAST(FLOOR(
            (
              CASE
                WHEN _10 < CAST(0.0e0 AS DOUBLE)
                THEN CAST(0.0e0 AS DOUBLE)
                WHEN _10 > CAST(120.0e0 AS DOUBLE)
                THEN CAST(120.0e0 AS DOUBLE)
                ELSE _10
              END
            ) + CAST(0.5e0 AS DOUBLE)
          ) AS BIGINT)
        END AS _11,
        _10
      FROM (
        SELECT
          _0,
          _2,
          _6,
          CASE
            WHEN CAST(_9 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
            AND CAST(_9 AS DOUBLE) = FLOOR(CAST(_9 AS DOUBLE))
            THEN CAST(_9 AS DOUBLE)
            WHEN CASE
              WHEN TRY_CAST(TRY_CAST(CAST(_9 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_9 AS DOUBLE)
              THEN LENGTH(CAST(ABS(CAST(_9 AS DOUBLE)) AS TEXT)) > 15
            END
            THEN TRY_CAST(CAST(TRY_CAST(CAST(_9 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
            ELSE CAST(_9 AS DOUBLE)
          END AS _10
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
            ) AS _9,
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
            END AS _0,
            CASE
              WHEN CAST("next" AS TEXT) < '!'
              OR ENDS_WITH(CAST("next" AS TEXT), ' ')
              OR ENDS_WITH(CAST("next" AS TEXT), '	')
              OR ENDS_WITH(CAST("next" AS TEXT), '\r')
              OR ENDS_WITH(CAST("next" AS TEXT), '
')
              OR STRLEN(CAST("next" AS TEXT)) > 1000
              THEN CASE
                WHEN LENGTH(TRIM(CAST("next" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("next" AS TEXT), ' 	\r
   ﻿')
              END
              ELSE CASE
                WHEN STRLEN(CAST("next" AS TEXT)) <> LENGTH(CAST("next" AS TEXT))
                AND (
                  STARTS_WITH(CAST("next" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("next" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("next" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("next" AS TEXT), '﻿')
                  OR ENDS_WITH(CAST("next" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("next" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("next" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("next" AS TEXT), '﻿')
                )
                THEN TRIM(CAST("next" AS TEXT), ' 	\r
   ﻿')
                ELSE CAST("next" AS TEXT)
              END
            END AS _2,
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
            END AS _6
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
WHERE
  ISFINITE(_10)
GROUP BY
  _5,
  _8
