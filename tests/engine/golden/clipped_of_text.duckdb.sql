SELECT
  _2 AS k0,
  CAST(SUM(
    CASE
      WHEN _12 < 0
      THEN -CAST((
        (
          -_12
        ) * _15
      ) // 16777216 AS BIGINT)
      ELSE CAST((
        _12 * _15
      ) // 16777216 AS BIGINT)
    END
  ) AS TEXT) AS m0,
  CAST(SUM(_16) AS TEXT) AS m1
FROM (
  SELECT
    _2,
    _12,
    CASE
      WHEN _13 <= 4503599627370496
      THEN 16777216
      WHEN _13 > 4503599627370496
      THEN CASE
        WHEN CAST(_14 + 1 AS DECIMAL(38, 0)) * CAST(_14 + 1 AS DECIMAL(38, 0)) * CAST(_13 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _14 + 1
        WHEN CAST(_14 AS DECIMAL(38, 0)) * CAST(_14 AS DECIMAL(38, 0)) * CAST(_13 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _14
        WHEN CAST(_14 - 1 AS DECIMAL(38, 0)) * CAST(_14 - 1 AS DECIMAL(38, 0)) * CAST(_13 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _14 - 1
        ELSE 0
      END
    END AS _15,
    _16,
    _17
  FROM (
    SELECT
      _13,
      CAST(FLOOR(SQRT(CAST(1.2676506002282294e+30 AS DOUBLE) / CAST(NULLIF(_13, 0) AS DOUBLE))) AS BIGINT) AS _14,
      _2,
      _12,
      _16,
      _17
    FROM (
      SELECT
        _7 * _7 + _12 * _12 AS _13,
        _2,
        _12,
        _16,
        _17
      FROM (
        SELECT
          CASE
            WHEN (
              CAST(_6 AS BIGINT) * 2 - 400080
            ) < 0
            THEN -CAST((
              (
                -(
                  CAST(_6 AS BIGINT) * 2 - 400080
                )
              ) * 67108864
            ) // 400080 AS BIGINT)
            ELSE CAST((
              (
                CAST(_6 AS BIGINT) * 2 - 400080
              ) * 67108864
            ) // 400080 AS BIGINT)
          END AS _7,
          CASE
            WHEN (
              CAST(_11 AS BIGINT) * 2 - 120
            ) < 0
            THEN -CAST((
              (
                -(
                  CAST(_11 AS BIGINT) * 2 - 120
                )
              ) * 67108864
            ) // 120 AS BIGINT)
            ELSE CAST((
              (
                CAST(_11 AS BIGINT) * 2 - 120
              ) * 67108864
            ) // 120 AS BIGINT)
          END AS _12,
          _2,
          _16,
          _17
        FROM (
          SELECT
            CAST(FLOOR(_5 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _6,
            _10 AS _11,
            CAST(_1 AS INT) AS _2,
            CAST(FLOOR(_5 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _16,
            _10 >= CAST(65.0e0 AS DOUBLE) AS _17
          FROM (
            SELECT
              CASE
                WHEN ISFINITE(_4)
                THEN CASE
                  WHEN _4 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _4 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _4
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _5,
              CASE
                WHEN ISFINITE(_9)
                THEN CAST(FLOOR(
                  (
                    CASE
                      WHEN _9 < CAST(0.0e0 AS DOUBLE)
                      THEN CAST(0.0e0 AS DOUBLE)
                      WHEN _9 > CAST(120.0e0 AS DOUBLE)
                      THEN CAST(120.0e0 AS DOUBLE)
                      ELSE _9
                    END
                  ) + CAST(0.5e0 AS DOUBLE)
                ) AS BIGINT)
              END AS _10,
              COALESCE(
                LIST_POSITION(['true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'], LOWER(_0)) - 1 < 5,
                LIST_POSITION(
                  ['1', '0'],
                  CASE
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
                ) - 1 < 1
              ) AS _1
            FROM (
              SELECT
                CASE
                  WHEN CAST(_3 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND CAST(_3 AS DOUBLE) = FLOOR(CAST(_3 AS DOUBLE))
                  THEN CAST(_3 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_3 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_3 AS DOUBLE)
                    THEN LENGTH(CAST(ABS(CAST(_3 AS DOUBLE)) AS TEXT)) > 15
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_3 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
                  ELSE CAST(_3 AS DOUBLE)
                END AS _4,
                CASE
                  WHEN CAST(_8 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND CAST(_8 AS DOUBLE) = FLOOR(CAST(_8 AS DOUBLE))
                  THEN CAST(_8 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_8 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_8 AS DOUBLE)
                    THEN LENGTH(CAST(ABS(CAST(_8 AS DOUBLE)) AS TEXT)) > 15
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_8 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
                  ELSE CAST(_8 AS DOUBLE)
                END AS _9,
                _0
              FROM (
                SELECT
                  COALESCE(
                    TRY_CAST(CASE
                      WHEN LENGTH(TRIM(CAST("cost" AS TEXT), ' 	\r
')) <= 1000
                      THEN TRIM(CAST("cost" AS TEXT), ' 	\r
')
                    END AS DOUBLE),
                    CASE LOWER(
                        CASE
                          WHEN LENGTH(TRIM(CAST("cost" AS TEXT), ' 	\r
')) <= 1000
                          THEN TRIM(CAST("cost" AS TEXT), ' 	\r
')
                        END
                      )
                      WHEN 'true'
                      THEN CAST(1.0e0 AS DOUBLE)
                      WHEN 'false'
                      THEN CAST(0.0e0 AS DOUBLE)
                    END
                  ) AS _3,
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
                  ) AS _8,
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
                  END AS _0
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l4
        ) AS _l5
      ) AS _l6
    ) AS _l7
  ) AS _l8
) AS _rows
WHERE
  _17
GROUP BY
  _2
