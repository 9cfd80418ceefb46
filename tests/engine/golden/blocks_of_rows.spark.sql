SELECT
  _20 AS k0,
  COUNT(_1) AS m0,
  CAST(SUM(CAST(_21 AS DECIMAL(38, 0))) AS STRING) AS m1
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
              END,
              CASE
                WHEN NOT _5 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_5 AS STRING)) AS STRING), ':', CAST(_5 AS STRING))
                ELSE '~'
              END,
              CASE
                WHEN NOT _9 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_9 AS STRING)) AS STRING), ':', CAST(_9 AS STRING))
                ELSE '~'
              END,
              CASE
                WHEN NOT _11 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_11 AS STRING)) AS STRING), ':', CAST(_11 AS STRING))
                ELSE '~'
              END,
              CASE
                WHEN NOT _14 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_14 AS STRING)) AS STRING), ':', CAST(_14 AS STRING))
                ELSE '~'
              END,
              CASE
                WHEN NOT _17 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_17 AS STRING)) AS STRING), ':', CAST(_17 AS STRING))
                ELSE '~'
              END,
              CASE
                WHEN NOT _19 IS NULL
                THEN CONCAT(CAST(LENGTH(CAST(_19 AS STRING)) AS STRING), ':', CAST(_19 AS STRING))
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
    ) % 100 AS _20,
    _1,
    _1 AS _21
  FROM (
    SELECT
      _1,
      CAST(CASE
        WHEN _4 * CAST(16777216.0e0 AS DOUBLE) - CAST(-167772160.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
        THEN CAST(FLOOR(
          _4 * CAST(16777216.0e0 AS DOUBLE) - CAST(-167772160.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
        ) AS DOUBLE)
        ELSE _4 * CAST(16777216.0e0 AS DOUBLE) - CAST(-167772160.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
      END AS BIGINT) AS _5,
      CAST(CASE
        WHEN _8 * CAST(549755813888.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
        THEN CAST(FLOOR(_8 * CAST(549755813888.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
        ELSE _8 * CAST(549755813888.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
      END AS BIGINT) AS _9,
      _11,
      CAST(_13 AS INT) AS _14,
      DATEDIFF(_16, CAST('1970-01-01' AS DATE)) AS _17,
      _19
    FROM (
      SELECT
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
        CASE
          WHEN _7 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
          THEN CASE
            WHEN _7 < CAST(0.0e0 AS DOUBLE)
            THEN CAST(0.0e0 AS DOUBLE)
            WHEN _7 > CAST(1.0e0 AS DOUBLE)
            THEN CAST(1.0e0 AS DOUBLE)
            ELSE _7
          END
        END AS _8,
        _12 AS _13,
        CASE
          WHEN _15 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
          THEN _15
        END AS _16,
        CASE
          WHEN NOT _0 IS NULL
          THEN CASE WHEN _0 < 0 THEN 0 WHEN _0 > 120 THEN 120 ELSE CAST(_0 AS BIGINT) END
        END AS _1,
        CASE
          WHEN LENGTH(_10) BETWEEN 1 AND 1000
          AND NOT _10 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
          THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _10), 0) - 1, 2)
        END AS _11,
        _19
      FROM (
        SELECT
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
          _12,
          _15,
          _0,
          _10,
          CASE
            WHEN NOT _18 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
            THEN CASE
              WHEN (
                _18 < ':' AND _18 >= '+'
              )
              AND (
                _18 < '1' OR _18 LIKE '%.%' OR _18 LIKE '%e%' OR _18 LIKE '%E%'
              )
              THEN CASE
                WHEN _18 RLIKE '^[0-9]{1,38}([.]0*)?\\z'
                THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_18, '.', 1)), ''), '0')
                WHEN _18 RLIKE '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?\\z'
                THEN CASE
                  WHEN LENGTH(
                    TRIM('-' FROM REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          CASE
                            WHEN _18 LIKE '%e%' OR _18 LIKE '%E%'
                            THEN CASE WHEN _18 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_18, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                              1,
                              (
                                99 + LENGTH(REGEXP_REPLACE(_18, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_18, '^.*[eE]', '') AS INT)
                              )
                            ) || '.' || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_18, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                              (
                                99 + LENGTH(REGEXP_REPLACE(_18, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_18, '^.*[eE]', '') AS INT)
                              ) + 1
                            )
                            ELSE _18
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
                  THEN _18
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          CASE
                            WHEN _18 LIKE '%e%' OR _18 LIKE '%E%'
                            THEN CASE WHEN _18 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_18, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                              1,
                              (
                                99 + LENGTH(REGEXP_REPLACE(_18, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_18, '^.*[eE]', '') AS INT)
                              )
                            ) || '.' || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_18, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                              (
                                99 + LENGTH(REGEXP_REPLACE(_18, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_18, '^.*[eE]', '') AS INT)
                              ) + 1
                            )
                            ELSE _18
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
                ELSE _18
              END
              ELSE _18
            END
          END AS _19
        FROM (
          SELECT
            TRY_CAST(`cost` AS DOUBLE) AS _2,
            TRY_CAST(`score` AS DOUBLE) AS _6,
            CASE
              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
              THEN CASE
                WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                ELSE TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
              END
            END AS _18,
            `smoker` AS _12,
            TRY_CAST(`day` AS DATE) AS _15,
            `age` AS _0,
            CASE
              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <= 1000
              THEN CASE
                WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
                THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
                ELSE TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY
              END
            END AS _10
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
GROUP BY
  _20
