SELECT
  CAST(_2 AS BIGINT) AS c0,
  CAST(_4 AS BIGINT) AS c1,
  CAST(_6 AS DOUBLE) AS c2,
  CAST(_9 AS DOUBLE) AS c3,
  CAST(_11 AS BIGINT) AS c4,
  CAST(_14 AS BIGINT) AS c5,
  CAST(_17 AS BIGINT) AS c6
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
            END
          )
        ),
        1,
        7
      ) AS BIGINT)
    ) % 100 AS _2,
    _4,
    _6,
    _9,
    _11,
    CAST(_13 AS INT) AS _14,
    _16 - CAST('1970-01-01' AS DATE) AS _17
  FROM (
    SELECT
      _1,
      _12 AS _13,
      CASE
        WHEN _15 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
        THEN _15
      END AS _16,
      CASE
        WHEN NOT _3 IS NULL
        THEN CASE WHEN _3 < 0 THEN 0 WHEN _3 > 120 THEN 120 ELSE CAST(_3 AS BIGINT) END
      END AS _4,
      CASE
        WHEN ISFINITE(_5)
        THEN CASE
          WHEN _5 < CAST(-10.0e0 AS DOUBLE)
          THEN CAST(-10.0e0 AS DOUBLE)
          WHEN _5 > CAST(50000.0e0 AS DOUBLE)
          THEN CAST(50000.0e0 AS DOUBLE)
          ELSE _5
        END
        ELSE CAST(0.1e0 AS DOUBLE)
      END AS _6,
      CASE
        WHEN ISFINITE(_8)
        THEN CASE
          WHEN _8 < CAST(0.0e0 AS DOUBLE)
          THEN CAST(0.0e0 AS DOUBLE)
          WHEN _8 > CAST(1.0e0 AS DOUBLE)
          THEN CAST(1.0e0 AS DOUBLE)
          ELSE _8
        END
      END AS _9,
      CASE
        WHEN LENGTH(_10) BETWEEN 1 AND 1000
        AND NOT _10 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
        THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _10) - 1, 2)
      END AS _11
    FROM (
      SELECT
        _12,
        _15,
        _3,
        _5,
        CASE
          WHEN CAST(_7 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND CAST(_7 AS DOUBLE) = FLOOR(CAST(_7 AS DOUBLE))
          THEN CAST(_7 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_7 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_7 AS DOUBLE)
            THEN LENGTH(CAST(ABS(CAST(_7 AS DOUBLE)) AS TEXT)) > 15
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_7 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
          ELSE CAST(_7 AS DOUBLE)
        END AS _8,
        _10,
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
          TRY_CAST(CAST("score" AS TEXT) AS DOUBLE) AS _7,
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
          "smoker" AS _12,
          TRY_CAST("day" AS DATE) AS _15,
          "age" AS _3,
          TRY_CAST("cost" AS DOUBLE) AS _5,
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
          END AS _10
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  NOT _2 IS NULL
  AND NOT _4 IS NULL
  AND NOT _6 IS NULL
  AND NOT _9 IS NULL
  AND NOT _11 IS NULL
  AND NOT _14 IS NULL
  AND NOT _17 IS NULL
