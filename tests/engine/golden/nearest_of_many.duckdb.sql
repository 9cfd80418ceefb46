SELECT
  _2 AS k0,
  _28 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(_6) AS TEXT) AS m1
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _31 ORDER BY _order, _2, _28) AS _rank
    FROM (
      SELECT
        *,
        HASH(20250101, _31, _2, _28) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            _2,
            CASE
              WHEN _7 = _27
              THEN 0
              WHEN _8 = _27
              THEN 1
              WHEN _9 = _27
              THEN 2
              WHEN _10 = _27
              THEN 3
              WHEN _11 = _27
              THEN 4
              WHEN _12 = _27
              THEN 5
              WHEN _13 = _27
              THEN 6
              WHEN _14 = _27
              THEN 7
              WHEN _15 = _27
              THEN 8
              WHEN _16 = _27
              THEN 9
              WHEN _17 = _27
              THEN 10
              WHEN _18 = _27
              THEN 11
              WHEN _19 = _27
              THEN 12
              WHEN _20 = _27
              THEN 13
              WHEN _21 = _27
              THEN 14
              WHEN _22 = _27
              THEN 15
              WHEN _23 = _27
              THEN 16
              WHEN _24 = _27
              THEN 17
              WHEN _25 = _27
              THEN 18
              WHEN _26 = _27
              THEN 19
            END AS _28,
            _6,
            _29,
            _5,
            _31
          FROM (
            SELECT
              _7,
              CASE
                WHEN _7 IS NULL
                OR _8 IS NULL
                OR _9 IS NULL
                OR _10 IS NULL
                OR _11 IS NULL
                OR _12 IS NULL
                OR _13 IS NULL
                OR _14 IS NULL
                OR _15 IS NULL
                OR _16 IS NULL
                OR _17 IS NULL
                OR _18 IS NULL
                OR _19 IS NULL
                OR _20 IS NULL
                OR _21 IS NULL
                OR _22 IS NULL
                OR _23 IS NULL
                OR _24 IS NULL
                OR _25 IS NULL
                OR _26 IS NULL
                THEN NULL
                ELSE LEAST(_7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17, _18, _19, _20, _21, _22, _23, _24, _25, _26)
              END AS _27,
              _8,
              _9,
              _10,
              _11,
              _12,
              _13,
              _14,
              _15,
              _16,
              _17,
              _18,
              _19,
              _20,
              _21,
              _22,
              _23,
              _24,
              _25,
              _26,
              _2,
              _6,
              _29,
              _5,
              _31
            FROM (
              SELECT
                CAST(0 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(0 AS DECIMAL(4, 0)) AS _7,
                CAST(1 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-6 AS DECIMAL(4, 0)) AS _8,
                CAST(16 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-24 AS DECIMAL(4, 0)) AS _9,
                CAST(81 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-54 AS DECIMAL(4, 0)) AS _10,
                CAST(256 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-96 AS DECIMAL(4, 0)) AS _11,
                CAST(625 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-150 AS DECIMAL(4, 0)) AS _12,
                CAST(1296 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-216 AS DECIMAL(4, 0)) AS _13,
                CAST(2401 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-294 AS DECIMAL(4, 0)) AS _14,
                CAST(4096 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-384 AS DECIMAL(4, 0)) AS _15,
                CAST(6561 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-486 AS DECIMAL(4, 0)) AS _16,
                CAST(10000 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-600 AS DECIMAL(4, 0)) AS _17,
                CAST(14641 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-726 AS DECIMAL(4, 0)) AS _18,
                CAST(20736 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-864 AS DECIMAL(4, 0)) AS _19,
                CAST(28561 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-1014 AS DECIMAL(4, 0)) AS _20,
                CAST(38416 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-1176 AS DECIMAL(4, 0)) AS _21,
                CAST(50625 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-1350 AS DECIMAL(4, 0)) AS _22,
                CAST(65536 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-1536 AS DECIMAL(4, 0)) AS _23,
                CAST(83521 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-1734 AS DECIMAL(4, 0)) AS _24,
                CAST(104976 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-1944 AS DECIMAL(4, 0)) AS _25,
                CAST(130321 AS DECIMAL(6, 0)) + CAST(_6 AS DECIMAL(3, 0)) * CAST(-2166 AS DECIMAL(4, 0)) AS _26,
                _2,
                _6,
                _29,
                _5,
                _31
              FROM (
                SELECT
                  _5 AS _6,
                  CAST(_1 AS INT) AS _2,
                  _5 >= CAST(65.0e0 AS DOUBLE) AS _29,
                  _5,
                  _31
                FROM (
                  SELECT
                    CASE
                      WHEN ISFINITE(_4)
                      THEN CAST(FLOOR(
                        (
                          CASE
                            WHEN _4 < CAST(0.0e0 AS DOUBLE)
                            THEN CAST(0.0e0 AS DOUBLE)
                            WHEN _4 > CAST(120.0e0 AS DOUBLE)
                            THEN CAST(120.0e0 AS DOUBLE)
                            ELSE _4
                          END
                        ) + CAST(0.5e0 AS DOUBLE)
                      ) AS BIGINT)
                    END AS _5,
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
                    ) AS _1,
                    _31
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
                      _0,
                      CASE
                        WHEN NOT _30 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                        THEN CASE
                          WHEN (
                            _30 < ':' AND _30 >= '+'
                          )
                          AND (
                            _30 < '1' OR _30 LIKE '%.%' OR _30 LIKE '%e%' OR _30 LIKE '%E%'
                          )
                          THEN CASE
                            WHEN REGEXP_MATCHES(_30, '^[0-9]{1,38}([.]0*)?$')
                            THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_30, '.', 1), '0'), ''), '0')
                            WHEN REGEXP_MATCHES(_30, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                            THEN CASE
                              WHEN LENGTH(
                                TRIM(
                                  REPLACE(
                                    REGEXP_REPLACE(
                                      REGEXP_REPLACE(
                                        CASE
                                          WHEN _30 LIKE '%e%' OR _30 LIKE '%E%'
                                          THEN CASE WHEN _30 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                            REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                            1,
                                            (
                                              99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                            )
                                          ) || '.' || SUBSTRING(
                                            REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                            (
                                              99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                            ) + 1
                                          )
                                          ELSE _30
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
                              THEN _30
                              ELSE REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _30 LIKE '%e%' OR _30 LIKE '%E%'
                                        THEN CASE WHEN _30 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                          1,
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                          )
                                        ) || '.' || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                          ) + 1
                                        )
                                        ELSE _30
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
                            ELSE _30
                          END
                          ELSE _30
                        END
                      END AS _31
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
                        ) AS _3,
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
                        ) AS _30,
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
              ) AS _l9
            ) AS _l10
          ) AS _l11
        ) AS _rows
        WHERE
          _29 AND NOT _2 IS NULL AND NOT _28 IS NULL AND NOT _5 IS NULL
      ) AS _inside
    ) AS _hashed
  ) AS _ranked
  WHERE
    _rank <= 2
) AS _kept
GROUP BY
  _2,
  _28
