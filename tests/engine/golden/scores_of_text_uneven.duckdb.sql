SELECT
  _11 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _14 ORDER BY _order, _11) AS _rank
    FROM (
      SELECT
        *,
        HASH(20250101, _14, _11) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            CASE
              WHEN _10 < -5
              THEN 0
              WHEN _10 >= 65
              THEN 3
              WHEN _10 >= -5
              THEN CASE WHEN _10 < 18 THEN 0 ELSE CASE WHEN _10 < 65 THEN 1 ELSE 2 END END + 1
            END AS _11,
            _12,
            _2,
            _5,
            _14
          FROM (
            SELECT
              CAST(0 AS INT) + CAST(_3 AS INT) * 1 + CAST(_6 AS INT) * -10 + CAST(_9 AS INT) * 0 AS _10,
              _12,
              _2,
              _5,
              _14
            FROM (
              SELECT
                _8 <> 0 AS _9,
                _5 = TRUE AS _6,
                _2 AS _3,
                _2 >= CAST(65.0e0 AS DOUBLE) AS _12,
                _2,
                _5,
                _14
              FROM (
                SELECT
                  CASE
                    WHEN LENGTH(_7) BETWEEN 1 AND 1000
                    AND NOT _7 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                    THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _7) - 1, 2)
                  END AS _8,
                  COALESCE(
                    LIST_POSITION(['true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'], LOWER(_4)) - 1 < 5,
                    LIST_POSITION(
                      ['1', '0'],
                      CASE
                        WHEN (
                          _4 < ':' AND _4 >= '+'
                        )
                        AND (
                          _4 < '1' OR _4 LIKE '%.%' OR _4 LIKE '%e%' OR _4 LIKE '%E%'
                        )
                        THEN CASE
                          WHEN REGEXP_MATCHES(_4, '^[0-9]{1,38}([.]0*)?$')
                          THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_4, '.', 1), '0'), ''), '0')
                          WHEN REGEXP_MATCHES(_4, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                          THEN CASE
                            WHEN LENGTH(
                              TRIM(
                                REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _4 LIKE '%e%' OR _4 LIKE '%E%'
                                        THEN CASE WHEN _4 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                          1,
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                          )
                                        ) || '.' || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                          ) + 1
                                        )
                                        ELSE _4
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
                            THEN _4
                            ELSE REGEXP_REPLACE(
                              REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  REGEXP_REPLACE(
                                    CASE
                                      WHEN _4 LIKE '%e%' OR _4 LIKE '%E%'
                                      THEN CASE WHEN _4 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                        REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                        1,
                                        (
                                          99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                        )
                                      ) || '.' || SUBSTRING(
                                        REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                        (
                                          99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                        ) + 1
                                      )
                                      ELSE _4
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
                          ELSE _4
                        END
                        ELSE _4
                      END
                    ) - 1 < 1
                  ) AS _5,
                  CASE
                    WHEN ISFINITE(_1)
                    THEN CAST(FLOOR(
                      (
                        CASE
                          WHEN _1 < CAST(0.0e0 AS DOUBLE)
                          THEN CAST(0.0e0 AS DOUBLE)
                          WHEN _1 > CAST(120.0e0 AS DOUBLE)
                          THEN CAST(120.0e0 AS DOUBLE)
                          ELSE _1
                        END
                      ) + CAST(0.5e0 AS DOUBLE)
                    ) AS BIGINT)
                  END AS _2,
                  _14
                FROM (
                  SELECT
                    _7,
                    _4,
                    CASE
                      WHEN CAST(_0 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                      AND CAST(_0 AS DOUBLE) = FLOOR(CAST(_0 AS DOUBLE))
                      THEN CAST(_0 AS DOUBLE)
                      WHEN CASE
                        WHEN TRY_CAST(TRY_CAST(CAST(_0 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_0 AS DOUBLE)
                        THEN LENGTH(CAST(ABS(CAST(_0 AS DOUBLE)) AS TEXT)) > 15
                      END
                      THEN TRY_CAST(CAST(TRY_CAST(CAST(_0 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
                      ELSE CAST(_0 AS DOUBLE)
                    END AS _1,
                    CASE
                      WHEN NOT _13 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                      THEN CASE
                        WHEN (
                          _13 < ':' AND _13 >= '+'
                        )
                        AND (
                          _13 < '1' OR _13 LIKE '%.%' OR _13 LIKE '%e%' OR _13 LIKE '%E%'
                        )
                        THEN CASE
                          WHEN REGEXP_MATCHES(_13, '^[0-9]{1,38}([.]0*)?$')
                          THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_13, '.', 1), '0'), ''), '0')
                          WHEN REGEXP_MATCHES(_13, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                          THEN CASE
                            WHEN LENGTH(
                              TRIM(
                                REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _13 LIKE '%e%' OR _13 LIKE '%E%'
                                        THEN CASE WHEN _13 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_13, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                          1,
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_13, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_13, '^.*[eE]', '') AS INT)
                                          )
                                        ) || '.' || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_13, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_13, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_13, '^.*[eE]', '') AS INT)
                                          ) + 1
                                        )
                                        ELSE _13
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
                            THEN _13
                            ELSE REGEXP_REPLACE(
                              REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  REGEXP_REPLACE(
                                    CASE
                                      WHEN _13 LIKE '%e%' OR _13 LIKE '%E%'
                                      THEN CASE WHEN _13 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                        REPEAT('0', 99) || REGEXP_REPLACE(_13, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                        1,
                                        (
                                          99 + LENGTH(REGEXP_REPLACE(_13, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_13, '^.*[eE]', '') AS INT)
                                        )
                                      ) || '.' || SUBSTRING(
                                        REPEAT('0', 99) || REGEXP_REPLACE(_13, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                        (
                                          99 + LENGTH(REGEXP_REPLACE(_13, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_13, '^.*[eE]', '') AS INT)
                                        ) + 1
                                      )
                                      ELSE _13
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
                          ELSE _13
                        END
                        ELSE _13
                      END
                    END AS _14
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
                      ) AS _0,
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
                      ) AS _13,
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
                      END AS _7,
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
                      END AS _4
                    FROM visits
                  ) AS _l1
                ) AS _l2
              ) AS _l4
            ) AS _l9
          ) AS _l11
        ) AS _rows
        WHERE
          _12 AND NOT _11 IS NULL AND NOT _2 IS NULL AND NOT _5 IS NULL
      ) AS _inside
    ) AS _hashed
  ) AS _ranked
  WHERE
    _rank <= 2
) AS _kept
GROUP BY
  _11
