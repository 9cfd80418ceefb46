WITH _units AS MATERIALIZED (
  SELECT
    _unit,
    _cell,
    _y,
    COUNT(*) OVER (PARTITION BY _unit) AS _size
  FROM (
    SELECT
      _4 AS _unit,
      _2 AS _cell,
      CAST(CAST(SUM(0) AS BIGINT) // COUNT(*) AS BIGINT) AS _y
    FROM (
      SELECT
        CAST(_1 AS INT) AS _2,
        _4,
        _7 >= CAST(65.0e0 AS DOUBLE) AS _8,
        _11
      FROM (
        SELECT
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
          CASE
            WHEN ISFINITE(_6)
            THEN CAST(FLOOR(
              (
                CASE
                  WHEN _6 < CAST(0.0e0 AS DOUBLE)
                  THEN CAST(0.0e0 AS DOUBLE)
                  WHEN _6 > CAST(120.0e0 AS DOUBLE)
                  THEN CAST(120.0e0 AS DOUBLE)
                  ELSE _6
                END
              ) + CAST(0.5e0 AS DOUBLE)
            ) AS BIGINT)
          END AS _7,
          _4,
          CASE
            WHEN ISFINITE(_10)
            THEN CASE
              WHEN _10 < CAST(-10.0e0 AS DOUBLE)
              THEN CAST(-10.0e0 AS DOUBLE)
              WHEN _10 > CAST(50000.0e0 AS DOUBLE)
              THEN CAST(50000.0e0 AS DOUBLE)
              ELSE _10
            END
            ELSE CAST(0.1e0 AS DOUBLE)
          END AS _11
        FROM (
          SELECT
            _0,
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
            END AS _10,
            CASE
              WHEN NOT _3 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
              THEN CASE
                WHEN (
                  _3 < ':' AND _3 >= '+'
                )
                AND (
                  _3 < '1' OR _3 LIKE '%.%' OR _3 LIKE '%e%' OR _3 LIKE '%E%'
                )
                THEN CASE
                  WHEN REGEXP_MATCHES(_3, '^[0-9]{1,38}([.]0*)?$')
                  THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_3, '.', 1), '0'), ''), '0')
                  WHEN REGEXP_MATCHES(_3, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                  THEN CASE
                    WHEN LENGTH(
                      TRIM(
                        REPLACE(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(
                              CASE
                                WHEN _3 LIKE '%e%' OR _3 LIKE '%E%'
                                THEN CASE WHEN _3 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                  REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                  1,
                                  (
                                    99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                  )
                                ) || '.' || SUBSTRING(
                                  REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                  (
                                    99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                  ) + 1
                                )
                                ELSE _3
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
                    THEN _3
                    ELSE REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _3 LIKE '%e%' OR _3 LIKE '%E%'
                              THEN CASE WHEN _3 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                1,
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                )
                              ) || '.' || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                ) + 1
                              )
                              ELSE _3
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
                  ELSE _3
                END
                ELSE _3
              END
            END AS _4
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
              ) AS _5,
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
              ) AS _9,
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
              ) AS _3,
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
    ) AS _rows
    WHERE
      _8 AND NOT _2 IS NULL AND NOT _4 IS NULL AND NOT _11 IS NULL
    GROUP BY
      _4,
      _2
  ) AS _cells
)
SELECT
  _cell AS k0,
  _next AS k1,
  CAST(SUM(CAST(CASE WHEN _size = 1 THEN 6 WHEN _size = 2 THEN 3 ELSE 0 END AS BIGINT)) AS TEXT) AS m0
FROM (
  SELECT
    _one._cell AS _cell,
    _other._cell AS _next,
    _one._size AS _size,
    _one._y AS _y,
    _other._y AS _by
  FROM _units AS _one
  JOIN _units AS _other
    ON _one._unit = _other._unit AND _one._cell <= _other._cell
) AS _pairs
GROUP BY
  _cell,
  _next
