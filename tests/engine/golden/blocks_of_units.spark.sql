SELECT
  _2 AS k0,
  _5 AS k1,
  COUNT(_8) AS m0
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _1 ORDER BY _order NULLS LAST, _2 NULLS LAST, _5 NULLS LAST) AS _rank
    FROM (
      SELECT
        *,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _1 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_1 AS STRING)) AS STRING), ':', CAST(_1 AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT _2 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_2 AS STRING)) AS STRING), ':', CAST(_2 AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT _5 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_5 AS STRING)) AS STRING), ':', CAST(_5 AS STRING))
              ELSE '~'
            END
          )
        ) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            (
              TRY_CAST(CONV(
                SUBSTRING(
                  MD5(
                    CONCAT(
                      '20250101',
                      CASE
                        WHEN NOT _1 IS NULL
                        THEN CONCAT(CAST(LENGTH(CAST(_1 AS STRING)) AS STRING), ':', CAST(_1 AS STRING))
                        ELSE '~'
                      END
                    )
                  ),
                  1,
                  7
                ),
                16,
                10
              ) AS BIGINT)
            ) % 100 AS _2,
            CAST(_4 AS INT) AS _5,
            _8,
            _1
          FROM (
            SELECT
              _1,
              _3 AS _4,
              CASE
                WHEN _7 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN CASE
                  WHEN _7 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _7 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _7
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _8
            FROM (
              SELECT
                _3,
                CASE
                  WHEN CAST(_6 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND (
                    CAST(_6 AS DOUBLE)
                  ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                  THEN CAST(_6 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_6 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_6 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_6 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_6 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_6 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_6 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_6 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_6 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_6 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                  ELSE CAST(_6 AS DOUBLE)
                END AS _7,
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
                      WHEN _0 RLIKE '^[0-9]{1,38}([.]0*)?\\z'
                      THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_0, '.', 1)), ''), '0')
                      WHEN _0 RLIKE '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?\\z'
                      THEN CASE
                        WHEN LENGTH(
                          TRIM('-' FROM REPLACE(
                            REGEXP_REPLACE(
                              REGEXP_REPLACE(
                                CASE
                                  WHEN _0 LIKE '%e%' OR _0 LIKE '%E%'
                                  THEN CASE WHEN _0 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                    1,
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                    )
                                  ) || '.' || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                    ) + 1
                                  )
                                  ELSE _0
                                END,
                                '^[+]?(-?)0*',
                                '$1'
                              ),
                              '([.][0-9]*[1-9])0*\\z|[.]0*\\z',
                              '$1'
                            ),
                            '.',
                            ''
                          ))
                        ) > 38
                        THEN _0
                        ELSE REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(
                              REGEXP_REPLACE(
                                CASE
                                  WHEN _0 LIKE '%e%' OR _0 LIKE '%E%'
                                  THEN CASE WHEN _0 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                    1,
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                    )
                                  ) || '.' || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                    ) + 1
                                  )
                                  ELSE _0
                                END,
                                '^[+]?(-?)0*',
                                '$1'
                              ),
                              '([.][0-9]*[1-9])0*\\z|[.]0*\\z',
                              '$1'
                            ),
                            '^-?\\z',
                            '0'
                          ),
                          '^(-?)[.]',
                          '$10.'
                        )
                      END
                      ELSE _0
                    END
                    ELSE _0
                  END
                END AS _1
              FROM (
                SELECT
                  TRY_CAST(`cost` AS DOUBLE) AS _6,
                  CASE
                    WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                    THEN CASE
                      WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                      THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                      ELSE TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
                    END
                  END AS _0,
                  `smoker` AS _3
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l4
        ) AS _rows
        WHERE
          NOT _2 IS NULL AND NOT _5 IS NULL AND NOT _8 IS NULL
      ) AS _inside
    ) AS _hashed
  ) AS _ranked
  WHERE
    _rank <= 2
) AS _kept
GROUP BY
  _2,
  _5
