SELECT
  CAST(_2 AS BIGINT) AS c0,
  CAST(_4 AS BIGINT) AS c1,
  CAST(_7 AS DOUBLE) AS c2,
  CAST(_10 AS DOUBLE) AS c3,
  CAST(_12 AS BIGINT) AS c4,
  CAST(_15 AS BIGINT) AS c5,
  CAST(_18 AS BIGINT) AS c6
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
    _4,
    _7,
    _10,
    _12,
    CAST(_14 AS INT) AS _15,
    DATEDIFF(_17, CAST('1970-01-01' AS DATE)) AS _18
  FROM (
    SELECT
      _1,
      _13 AS _14,
      CASE
        WHEN _16 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
        THEN _16
      END AS _17,
      CASE
        WHEN NOT _3 IS NULL
        THEN CASE WHEN _3 < 0 THEN 0 WHEN _3 > 120 THEN 120 ELSE CAST(_3 AS BIGINT) END
      END AS _4,
      CASE
        WHEN _6 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
        THEN CASE
          WHEN _6 < CAST(-10.0e0 AS DOUBLE)
          THEN CAST(-10.0e0 AS DOUBLE)
          WHEN _6 > CAST(50000.0e0 AS DOUBLE)
          THEN CAST(50000.0e0 AS DOUBLE)
          ELSE _6
        END
        ELSE CAST(0.1e0 AS DOUBLE)
      END AS _7,
      CASE
        WHEN _9 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
        THEN CASE
          WHEN _9 < CAST(0.0e0 AS DOUBLE)
          THEN CAST(0.0e0 AS DOUBLE)
          WHEN _9 > CAST(1.0e0 AS DOUBLE)
          THEN CAST(1.0e0 AS DOUBLE)
          ELSE _9
        END
      END AS _10,
      CASE
        WHEN LENGTH(_11) BETWEEN 1 AND 1000
        AND NOT _11 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
        THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _11), 0) - 1, 2)
      END AS _12
    FROM (
      SELECT
        _13,
        _16,
        _3,
        CASE
          WHEN CAST(_5 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND (
            CAST(_5 AS DOUBLE)
          ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
          THEN CAST(_5 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_5 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_5 AS DOUBLE)
            THEN LENGTH(
              TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_5 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
            ) > CASE
              WHEN ABS(CAST(_5 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
              THEN 10
              WHEN ABS(CAST(_5 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
              THEN 14
              WHEN ABS(CAST(_5 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
              THEN 13
              WHEN ABS(CAST(_5 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
              THEN 12
              WHEN ABS(CAST(_5 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
              THEN 11
              ELSE 10
            END
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_5 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
          ELSE CAST(_5 AS DOUBLE)
        END AS _6,
        CASE
          WHEN CAST(_8 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND (
            CAST(_8 AS DOUBLE)
          ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
          THEN CAST(_8 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_8 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_8 AS DOUBLE)
            THEN LENGTH(
              TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_8 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
            ) > CASE
              WHEN ABS(CAST(_8 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
              THEN 10
              WHEN ABS(CAST(_8 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
              THEN 14
              WHEN ABS(CAST(_8 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
              THEN 13
              WHEN ABS(CAST(_8 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
              THEN 12
              WHEN ABS(CAST(_8 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
              THEN 11
              ELSE 10
            END
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_8 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
          ELSE CAST(_8 AS DOUBLE)
        END AS _9,
        _11,
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
          TRY_CAST(`cost` AS DOUBLE) AS _5,
          TRY_CAST(`score` AS DOUBLE) AS _8,
          CASE
            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
            THEN CASE
              WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
              THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
              ELSE TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
            END
          END AS _0,
          `smoker` AS _13,
          TRY_CAST(`day` AS DATE) AS _16,
          `age` AS _3,
          CASE
            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <= 1000
            THEN CASE
              WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
              THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
              ELSE TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY
            END
          END AS _11
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  NOT _2 IS NULL
  AND NOT _4 IS NULL
  AND NOT _7 IS NULL
  AND NOT _10 IS NULL
  AND NOT _12 IS NULL
  AND NOT _15 IS NULL
  AND NOT _18 IS NULL
