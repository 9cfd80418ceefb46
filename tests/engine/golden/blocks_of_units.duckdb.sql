SELECT
  _2 AS k0,
  _5 AS k1,
  COUNT(_7) AS m0
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _1 ORDER BY _order, _2, _5) AS _rank
    FROM (
      SELECT
        *,
        HASH(20250101, _1, _2, _5) AS _order
      FROM (
        SELECT
          *
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
            CAST(_4 AS INT) AS _5,
            _7,
            _1
          FROM (
            SELECT
              _1,
              _3 AS _4,
              CASE
                WHEN ISFINITE(_6)
                THEN CASE
                  WHEN _6 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _6 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _6
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _7
            FROM (
              SELECT
                _3,
                _6,
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
                  "smoker" AS _3,
                  TRY_CAST("cost" AS DOUBLE) AS _6
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l4
        ) AS _rows
        WHERE
          NOT _2 IS NULL AND NOT _5 IS NULL AND NOT _7 IS NULL
      ) AS _inside
    ) AS _hashed
  ) AS _ranked
  WHERE
    _rank <= 2
) AS _kept
GROUP BY
  _2,
  _5
