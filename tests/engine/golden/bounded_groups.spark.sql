SELECT
  _1 AS k0,
  COUNT(_4) AS m0,
  COUNT(DISTINCT _6) AS m1
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _6 ORDER BY _order NULLS LAST, _1 NULLS LAST) AS _rank
    FROM (
      SELECT
        *,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _6 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_6 AS STRING)) AS STRING), ':', CAST(_6 AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT _1 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_1 AS STRING)) AS STRING), ':', CAST(_1 AS STRING))
              ELSE '~'
            END
          )
        ) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            _1,
            _4,
            _6,
            _8 >= CAST(65.0e0 AS DOUBLE) AS _9
          FROM (
            SELECT
              CASE
                WHEN NOT _7 IS NULL
                THEN CASE WHEN _7 < 0 THEN 0 WHEN _7 > 120 THEN 120 ELSE CAST(_7 AS BIGINT) END
              END AS _8,
              CASE
                WHEN LENGTH(_0) BETWEEN 1 AND 1000
                AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _0), 0) - 1, 2)
              END AS _1,
              CASE
                WHEN _3 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN CASE
                  WHEN _3 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _3 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _3
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _4,
              _6
            FROM (
              SELECT
                _7,
                _0,
                CASE
                  WHEN CAST(_2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND (
                    CAST(_2 AS DOUBLE)
                  ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                  THEN CAST(_2 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_2 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_2 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_2 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_2 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_2 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                  ELSE CAST(_2 AS DOUBLE)
                END AS _3,
                CASE
                  WHEN NOT _5 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                  THEN CASE
                    WHEN (
                      _5 < ':' AND _5 >= '+'
                    )
                    AND (
                      _5 < '1' OR _5 LIKE '%.%' OR _5 LIKE '%e%' OR _5 LIKE '%E%'
                    )
                    THEN CASE
                      WHEN _5 RLIKE '^[0-9]{1,38}([.]0*)?\\z'
                      THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_5, '.', 1)), ''), '0')
                      WHEN _5 RLIKE '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?\\z'
                      THEN CASE
                        WHEN LENGTH(
                          TRIM('-' FROM REPLACE(
                            REGEXP_REPLACE(
                              REGEXP_REPLACE(
                                CASE
                                  WHEN _5 LIKE '%e%' OR _5 LIKE '%E%'
                                  THEN CASE WHEN _5 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_5, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                    1,
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_5, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_5, '^.*[eE]', '') AS INT)
                                    )
                                  ) || '.' || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_5, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_5, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_5, '^.*[eE]', '') AS INT)
                                    ) + 1
                                  )
                                  ELSE _5
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
                        THEN _5
                        ELSE REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(
                              REGEXP_REPLACE(
                                CASE
                                  WHEN _5 LIKE '%e%' OR _5 LIKE '%E%'
                                  THEN CASE WHEN _5 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_5, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                    1,
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_5, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_5, '^.*[eE]', '') AS INT)
                                    )
                                  ) || '.' || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_5, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_5, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_5, '^.*[eE]', '') AS INT)
                                    ) + 1
                                  )
                                  ELSE _5
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
                      ELSE _5
                    END
                    ELSE _5
                  END
                END AS _6
              FROM (
                SELECT
                  TRY_CAST(`cost` AS DOUBLE) AS _2,
                  CASE
                    WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                    THEN CASE
                      WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                      THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                      ELSE TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
                    END
                  END AS _5,
                  `age` AS _7,
                  CASE
                    WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                    THEN CASE
                      WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
                      THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
                      ELSE TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY
                    END
                  END AS _0
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l4
        ) AS _rows
        WHERE
          _9 AND NOT _1 IS NULL AND NOT _4 IS NULL
      ) AS _inside
    ) AS _hashed
  ) AS _ranked
  WHERE
    _rank <= 2
) AS _kept
GROUP BY
  _1
