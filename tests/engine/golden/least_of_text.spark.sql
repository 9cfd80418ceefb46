SELECT
  _5 AS k0,
  _8 AS k1,
  COALESCE(MIN(_12), 120) AS m0,
  COUNT(*) AS m1
FROM (
  SELECT
    NULLIF(ARRAY_POSITION(ARRAY('1', '2', '5'), _4), 0) - 1 AS _5,
    CAST(_7 AS INT) AS _8,
    _11 AS _12,
    _10
  FROM (
    SELECT
      TRIM(' \t\r\n' FROM CAST(CASE
        WHEN _1 < _3
        THEN CAST(_1 AS BIGINT) * 3 + _3
        WHEN _3 < _1
        THEN CAST(_3 AS BIGINT) * 3 + _1
      END AS STRING)) COLLATE UTF8_BINARY AS _4,
      _7,
      _11,
      _10
    FROM (
      SELECT
        NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --', ' 2'), _0), 0) - 1 AS _1,
        NULLIF(ARRAY_POSITION(ARRAY(' 0', 'B\'; --', 'C'), _2), 0) - 1 AS _3,
        COALESCE(
          NULLIF(
            ARRAY_POSITION(ARRAY('true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'), LOWER(_6)),
            0
          ) - 1 < 5,
          NULLIF(
            ARRAY_POSITION(
              ARRAY('1', '0'),
              CASE
                WHEN (
                  _6 < ':' AND _6 >= '+'
                )
                AND (
                  _6 < '1' OR _6 LIKE '%.%' OR _6 LIKE '%e%' OR _6 LIKE '%E%'
                )
                THEN CASE
                  WHEN _6 RLIKE '^[0-9]{1,38}([.]0*)?\\z'
                  THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_6, '.', 1)), ''), '0')
                  WHEN _6 RLIKE '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?\\z'
                  THEN CASE
                    WHEN LENGTH(
                      TRIM('-' FROM REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _6 LIKE '%e%' OR _6 LIKE '%E%'
                              THEN CASE WHEN _6 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                1,
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                                )
                              ) || '.' || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                                ) + 1
                              )
                              ELSE _6
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
                    THEN _6
                    ELSE REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _6 LIKE '%e%' OR _6 LIKE '%E%'
                              THEN CASE WHEN _6 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                1,
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                                )
                              ) || '.' || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_6, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_6, '^.*[eE]', '') AS INT)
                                ) + 1
                              )
                              ELSE _6
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
                  ELSE _6
                END
                ELSE _6
              END
            ),
            0
          ) - 1 < 1
        ) AS _7,
        CASE
          WHEN _10 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
          THEN CAST(CASE
            WHEN (
              CASE
                WHEN _10 < CAST(0.0e0 AS DOUBLE)
                THEN CAST(0.0e0 AS DOUBLE)
                WHEN _10 > CAST(120.0e0 AS DOUBLE)
                THEN CAST(120.0e0 AS DOUBLE)
                ELSE _10
              END
            ) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
            THEN CAST(FLOOR(
              (
                CASE
                  WHEN _10 < CAST(0.0e0 AS DOUBLE)
                  THEN CAST(0.0e0 AS DOUBLE)
                  WHEN _10 > CAST(120.0e0 AS DOUBLE)
                  THEN CAST(120.0e0 AS DOUBLE)
                  ELSE _10
                END
              ) + CAST(0.5e0 AS DOUBLE)
            ) AS DOUBLE)
            ELSE (
              CASE
                WHEN _10 < CAST(0.0e0 AS DOUBLE)
                THEN CAST(0.0e0 AS DOUBLE)
                WHEN _10 > CAST(120.0e0 AS DOUBLE)
                THEN CAST(120.0e0 AS DOUBLE)
                ELSE _10
              END
            ) + CAST(0.5e0 AS DOUBLE)
          END AS BIGINT)
        END AS _11,
        _10
      FROM (
        SELECT
          _0,
          _2,
          _6,
          CASE
            WHEN CAST(_9 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
            AND (
              CAST(_9 AS DOUBLE)
            ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
            THEN CAST(_9 AS DOUBLE)
            WHEN CASE
              WHEN TRY_CAST(TRY_CAST(CAST(_9 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_9 AS DOUBLE)
              THEN LENGTH(
                TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_9 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
              ) > CASE
                WHEN ABS(CAST(_9 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                THEN 10
                WHEN ABS(CAST(_9 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                THEN 14
                WHEN ABS(CAST(_9 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                THEN 13
                WHEN ABS(CAST(_9 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                THEN 12
                WHEN ABS(CAST(_9 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                THEN 11
                ELSE 10
              END
            END
            THEN TRY_CAST(CAST(TRY_CAST(CAST(_9 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
            ELSE CAST(_9 AS DOUBLE)
          END AS _10
        FROM (
          SELECT
            COALESCE(
              CASE
                WHEN TRIM(' \t\n\r\013\014' FROM CASE
                  WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`age` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                  THEN TRIM(' \t\r\n' FROM CAST(`age` AS STRING)) COLLATE UTF8_BINARY
                END) RLIKE '^\\+?-?([0-9](_?[0-9])*(\\.([0-9](_?[0-9])*)?)?|\\.[0-9](_?[0-9])*)([eE][+-]?[0-9](_?[0-9])*)?\\z'
                THEN TRY_CAST(TRIM(LEADING '+' FROM REPLACE(
                  TRIM(' \t\n\r\013\014' FROM CASE
                    WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`age` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                    THEN TRIM(' \t\r\n' FROM CAST(`age` AS STRING)) COLLATE UTF8_BINARY
                  END),
                  '_',
                  ''
                )) AS DOUBLE)
              END,
              CASE LOWER(
                  CASE
                    WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`age` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                    THEN TRIM(' \t\r\n' FROM CAST(`age` AS STRING)) COLLATE UTF8_BINARY
                  END
                )
                WHEN 'true'
                THEN CAST(1.0e0 AS DOUBLE)
                WHEN 'false'
                THEN CAST(0.0e0 AS DOUBLE)
              END
            ) AS _9,
            CASE
              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <= 1000
              THEN CASE
                WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
                THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
                ELSE TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY
              END
            END AS _0,
            CASE
              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`next` AS STRING)) COLLATE UTF8_BINARY) <= 1000
              THEN CASE
                WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`next` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`next` AS STRING)) COLLATE UTF8_BINARY)
                THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`next` AS STRING)) COLLATE UTF8_BINARY)
                ELSE TRIM(' \t\r\n' FROM CAST(`next` AS STRING)) COLLATE UTF8_BINARY
              END
            END AS _2,
            CASE
              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY) <= 1000
              THEN CASE
                WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY)
                THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY)
                ELSE TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY
              END
            END AS _6
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
WHERE
  _10 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
GROUP BY
  _5,
  _8
