SELECT
  COUNT(DISTINCT _1) AS m0
FROM (
  SELECT
    _1,
    _3 >= CAST(65.0e0 AS DOUBLE) AS _4,
    _6 < CAST(0.1e0 AS DOUBLE) AS _7
  FROM (
    SELECT
      CASE
        WHEN NOT _2 IS NULL
        THEN CASE WHEN _2 < 0 THEN 0 WHEN _2 > 120 THEN 120 ELSE CAST(_2 AS BIGINT) END
      END AS _3,
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
      _1
    FROM (
      SELECT
        _2,
        _5,
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
          "age" AS _2,
          TRY_CAST("cost" AS DOUBLE) AS _5
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  _4 AND _7
