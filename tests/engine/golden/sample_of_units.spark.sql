SELECT
  _3 AS k0,
  _14 AS k1,
  CAST(SUM(CAST(_18 AS DECIMAL(38, 0))) AS STRING) AS m0
FROM (
  SELECT
    _3,
    CASE
      WHEN _13 < -5
      THEN 0
      WHEN _13 >= 65
      THEN 3
      WHEN _13 >= -5
      THEN CASE WHEN _13 < 18 THEN 0 ELSE CASE WHEN _13 < 65 THEN 1 ELSE 2 END END + 1
    END AS _14,
    _18
  FROM (
    SELECT
      CAST(0 AS INT) + CAST(_6 AS INT) * 1 + CAST(_9 AS INT) * -10 + CAST(_12 AS INT) * 0 AS _13,
      _3,
      _18
    FROM (
      SELECT
        _11 <> 0 AS _12,
        _8 = TRUE AS _9,
        _5 AS _6,
        CASE
          WHEN (
            (
              TRY_CAST(CONV(SUBSTRING(_2, 1, 7), 16, 10) AS BIGINT)
            ) * 268435456 + (
              TRY_CAST(CONV(SUBSTRING(_2, 8, 7), 16, 10) AS BIGINT)
            )
          ) < 24019198012642645
          THEN 0
        END AS _3,
        CAST(CASE
          WHEN _17 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
          THEN CAST(FLOOR(_17 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
          ELSE _17 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
        END AS INT) AS _18
      FROM (
        SELECT
          _11,
          _8,
          _5,
          MD5(
            CONCAT(
              'coin',
              CASE
                WHEN NOT _1 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_1 AS STRING)) AS STRING), ':', CAST(_1 AS STRING))
                ELSE '~'
              END
            )
          ) AS _2,
          _17
        FROM (
          SELECT
            _1,
            CASE
              WHEN LENGTH(_10) BETWEEN 1 AND 1000
              AND NOT _10 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
              THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _10), 0) - 1, 2)
            END AS _11,
            _7 AS _8,
            CASE
              WHEN NOT _4 IS NULL
              THEN CASE WHEN _4 < 0 THEN 0 WHEN _4 > 120 THEN 120 ELSE CAST(_4 AS BIGINT) END
            END AS _5,
            CASE
              WHEN _16 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
              THEN CASE
                WHEN _16 < CAST(-10.0e0 AS DOUBLE)
                THEN CAST(-10.0e0 AS DOUBLE)
                WHEN _16 > CAST(50000.0e0 AS DOUBLE)
                THEN CAST(50000.0e0 AS DOUBLE)
                ELSE _16
              END
              ELSE CAST(0.1e0 AS DOUBLE)
            END AS _17
          FROM (
            SELECT
              _10,
              _7,
              _4,
              CASE
                WHEN CAST(_15 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                AND (
                  CAST(_15 AS DOUBLE)
                ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                THEN CAST(_15 AS DOUBLE)
                WHEN CASE
                  WHEN TRY_CAST(TRY_CAST(CAST(_15 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_15 AS DOUBLE)
                  THEN LENGTH(
                    TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_15 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                  ) > CASE
                    WHEN ABS(CAST(_15 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                    THEN 10
                    WHEN ABS(CAST(_15 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                    THEN 14
                    WHEN ABS(CAST(_15 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                    THEN 13
                    WHEN ABS(CAST(_15 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                    THEN 12
                    WHEN ABS(CAST(_15 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                    THEN 11
                    ELSE 10
                  END
                END
                THEN TRY_CAST(CAST(TRY_CAST(CAST(_15 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                ELSE CAST(_15 AS DOUBLE)
              END AS _16,
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
                TRY_CAST(`cost` AS DOUBLE) AS _15,
                CASE
                  WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                  THEN CASE
                    WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                    THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                    ELSE TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
                  END
                END AS _0,
                CASE
                  WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                  THEN CASE
                    WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
                    THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
                    ELSE TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY
                  END
                END AS _10,
                `smoker` AS _7,
                `age` AS _4
              FROM visits
            ) AS _l1
          ) AS _l2
        ) AS _l3
      ) AS _l4
    ) AS _l9
  ) AS _l11
) AS _rows
GROUP BY
  _3,
  _14
