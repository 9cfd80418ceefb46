SELECT
  _9 AS k0,
  _12 AS k1,
  COUNT(_1) AS m0
FROM (
  SELECT
    CASE
      WHEN _1 = 0 OR _1 = 2
      THEN CASE
        WHEN _5 <= 1
        THEN 2
        WHEN _5 >= 2
        THEN CASE WHEN _8 = 1 THEN 0 WHEN _8 = 0 THEN 3 END
      END
      WHEN _1 = 1
      THEN 1
    END AS _9,
    _12,
    _1,
    _13
  FROM (
    SELECT
      _1,
      CAST(_4 * 4 DIV 121 AS INT) AS _5,
      CAST(_7 AS INT) AS _8,
      CASE
        WHEN _11 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
        THEN CASE
          WHEN _11 < CAST('2013-02-01' AS DATE)
          THEN 0
          ELSE CASE WHEN _11 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
        END
      END AS _12,
      _4 >= CAST(65.0e0 AS DOUBLE) AS _13
    FROM (
      SELECT
        CASE
          WHEN _3 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
          THEN CAST(CASE
            WHEN (
              CASE
                WHEN _3 < CAST(0.0e0 AS DOUBLE)
                THEN CAST(0.0e0 AS DOUBLE)
                WHEN _3 > CAST(120.0e0 AS DOUBLE)
                THEN CAST(120.0e0 AS DOUBLE)
                ELSE _3
              END
            ) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
            THEN CAST(FLOOR(
              (
                CASE
                  WHEN _3 < CAST(0.0e0 AS DOUBLE)
                  THEN CAST(0.0e0 AS DOUBLE)
                  WHEN _3 > CAST(120.0e0 AS DOUBLE)
                  THEN CAST(120.0e0 AS DOUBLE)
                  ELSE _3
                END
              ) + CAST(0.5e0 AS DOUBLE)
            ) AS DOUBLE)
            ELSE (
              CASE
                WHEN _3 < CAST(0.0e0 AS DOUBLE)
                THEN CAST(0.0e0 AS DOUBLE)
                WHEN _3 > CAST(120.0e0 AS DOUBLE)
                THEN CAST(120.0e0 AS DOUBLE)
                ELSE _3
              END
            ) + CAST(0.5e0 AS DOUBLE)
          END AS BIGINT)
        END AS _4,
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
          WHEN _10 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
          THEN _10
        END AS _11,
        CASE
          WHEN LENGTH(_0) BETWEEN 1 AND 1000
          AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
          THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _0), 0) - 1, 2)
        END AS _1
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
          _6,
          _10,
          _0
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
            ) AS _2,
            CASE
              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY) <= 1000
              THEN CASE
                WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY)
                THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY)
                ELSE TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY
              END
            END AS _6,
            CASE
              WHEN CASE
                WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
              END RLIKE '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z'
              AND (
                CAST(COALESCE(
                  NULLIF(
                    REGEXP_EXTRACT(
                      CASE
                        WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                        THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                      END,
                      '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                      1
                    ),
                    ''
                  ),
                  '0'
                ) AS INT) <= 10000
                AND CAST(COALESCE(
                  NULLIF(
                    REGEXP_EXTRACT(
                      CASE
                        WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                        THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                      END,
                      '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                      3
                    ),
                    ''
                  ),
                  '0'
                ) AS INT) BETWEEN 1 AND 12
                AND CAST(COALESCE(
                  NULLIF(
                    REGEXP_EXTRACT(
                      CASE
                        WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                        THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                      END,
                      '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                      4
                    ),
                    ''
                  ),
                  '0'
                ) AS INT) BETWEEN 1 AND CASE
                  WHEN CAST(COALESCE(
                    NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                          THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                        END,
                        '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                        3
                      ),
                      ''
                    ),
                    '0'
                  ) AS INT) = 2
                  AND (
                    CAST(COALESCE(
                      NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                            THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                          END,
                          '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                          1
                        ),
                        ''
                      ),
                      '0'
                    ) AS INT) % 4 = 0
                    AND (
                      NOT CAST(COALESCE(
                        NULLIF(
                          REGEXP_EXTRACT(
                            CASE
                              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                              THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                            END,
                            '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                            1
                          ),
                          ''
                        ),
                        '0'
                      ) AS INT) % 100 = 0
                      OR CAST(COALESCE(
                        NULLIF(
                          REGEXP_EXTRACT(
                            CASE
                              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                              THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                            END,
                            '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                            1
                          ),
                          ''
                        ),
                        '0'
                      ) AS INT) % 400 = 0
                    )
                  )
                  THEN 29
                  WHEN CAST(COALESCE(
                    NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                          THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                        END,
                        '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                        3
                      ),
                      ''
                    ),
                    '0'
                  ) AS INT) = 2
                  THEN 28
                  WHEN CAST(COALESCE(
                    NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                          THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                        END,
                        '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                        3
                      ),
                      ''
                    ),
                    '0'
                  ) AS INT) IN (4, 6, 9, 11)
                  THEN 30
                  ELSE 31
                END
              )
              AND (
                (
                  CAST(COALESCE(
                    NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                          THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                        END,
                        '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                        5
                      ),
                      ''
                    ),
                    '0'
                  ) AS INT) < 24
                  OR (
                    CAST(COALESCE(
                      NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                            THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                          END,
                          '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                          5
                        ),
                        ''
                      ),
                      '0'
                    ) AS INT) = 24
                    AND CAST(COALESCE(
                      NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                            THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                          END,
                          '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                          6
                        ),
                        ''
                      ),
                      '0'
                    ) AS INT) + CAST(COALESCE(
                      NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                            THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                          END,
                          '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                          7
                        ),
                        ''
                      ),
                      '0'
                    ) AS INT) + CAST(COALESCE(
                      NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                            THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                          END,
                          '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                          8
                        ),
                        ''
                      ),
                      '0'
                    ) AS INT) = 0
                  )
                )
                AND CAST(COALESCE(
                  NULLIF(
                    REGEXP_EXTRACT(
                      CASE
                        WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                        THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                      END,
                      '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                      6
                    ),
                    ''
                  ),
                  '0'
                ) AS INT) < 60
                AND CAST(COALESCE(
                  NULLIF(
                    REGEXP_EXTRACT(
                      CASE
                        WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                        THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                      END,
                      '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                      7
                    ),
                    ''
                  ),
                  '0'
                ) AS INT) < 60
              )
              THEN DATE_ADD(
                MAKE_DATE(
                  CAST(COALESCE(
                    NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                          THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                        END,
                        '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                        1
                      ),
                      ''
                    ),
                    '0'
                  ) AS INT),
                  CAST(COALESCE(
                    NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                          THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                        END,
                        '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                        3
                      ),
                      ''
                    ),
                    '0'
                  ) AS INT),
                  CAST(COALESCE(
                    NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                          THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                        END,
                        '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                        4
                      ),
                      ''
                    ),
                    '0'
                  ) AS INT)
                ),
                CAST(CASE
                  WHEN CAST((
                    CAST(COALESCE(
                      NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                            THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                          END,
                          '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                          5
                        ),
                        ''
                      ),
                      '0'
                    ) AS INT) * 60 + CAST(COALESCE(
                      NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                            THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                          END,
                          '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                          6
                        ),
                        ''
                      ),
                      '0'
                    ) AS INT) - (
                      CAST(COALESCE(
                        NULLIF(
                          REGEXP_EXTRACT(
                            CASE
                              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                              THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                            END,
                            ':.*([+-][0-9]{2}):?([0-9]{2})?\\z',
                            1
                          ),
                          ''
                        ),
                        '0'
                      ) AS INT) * 60 + CAST(CONCAT(
                        COALESCE(
                          LEFT(
                            NULLIF(
                              REGEXP_EXTRACT(
                                CASE
                                  WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                                  THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                                END,
                                ':.*([+-][0-9]{2}):?([0-9]{2})?\\z',
                                1
                              ),
                              ''
                            ),
                            1
                          ),
                          ''
                        ),
                        COALESCE(
                          NULLIF(
                            REGEXP_EXTRACT(
                              CASE
                                WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                                THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                              END,
                              ':.*([+-][0-9]{2}):?([0-9]{2})?\\z',
                              2
                            ),
                            ''
                          ),
                          '0'
                        )
                      ) AS INT)
                    )
                  ) AS DOUBLE) / CAST(1440.0e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                  THEN CAST(FLOOR(
                    CAST((
                      CAST(COALESCE(
                        NULLIF(
                          REGEXP_EXTRACT(
                            CASE
                              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                              THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                            END,
                            '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                            5
                          ),
                          ''
                        ),
                        '0'
                      ) AS INT) * 60 + CAST(COALESCE(
                        NULLIF(
                          REGEXP_EXTRACT(
                            CASE
                              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                              THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                            END,
                            '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                            6
                          ),
                          ''
                        ),
                        '0'
                      ) AS INT) - (
                        CAST(COALESCE(
                          NULLIF(
                            REGEXP_EXTRACT(
                              CASE
                                WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                                THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                              END,
                              ':.*([+-][0-9]{2}):?([0-9]{2})?\\z',
                              1
                            ),
                            ''
                          ),
                          '0'
                        ) AS INT) * 60 + CAST(CONCAT(
                          COALESCE(
                            LEFT(
                              NULLIF(
                                REGEXP_EXTRACT(
                                  CASE
                                    WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                                    THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                                  END,
                                  ':.*([+-][0-9]{2}):?([0-9]{2})?\\z',
                                  1
                                ),
                                ''
                              ),
                              1
                            ),
                            ''
                          ),
                          COALESCE(
                            NULLIF(
                              REGEXP_EXTRACT(
                                CASE
                                  WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                                  THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                                END,
                                ':.*([+-][0-9]{2}):?([0-9]{2})?\\z',
                                2
                              ),
                              ''
                            ),
                            '0'
                          )
                        ) AS INT)
                      )
                    ) AS DOUBLE) / CAST(1440.0e0 AS DOUBLE)
                  ) AS DOUBLE)
                  ELSE CAST((
                    CAST(COALESCE(
                      NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                            THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                          END,
                          '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                          5
                        ),
                        ''
                      ),
                      '0'
                    ) AS INT) * 60 + CAST(COALESCE(
                      NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                            THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                          END,
                          '^([0-9]{1,9})([-/ \\\\])([0-9]{1,2})\\2([0-9]{1,2})(?:[T \\t\\r\\n\\x0B\\f][ \\t\\r\\n\\x0B\\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?\\z',
                          6
                        ),
                        ''
                      ),
                      '0'
                    ) AS INT) - (
                      CAST(COALESCE(
                        NULLIF(
                          REGEXP_EXTRACT(
                            CASE
                              WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                              THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                            END,
                            ':.*([+-][0-9]{2}):?([0-9]{2})?\\z',
                            1
                          ),
                          ''
                        ),
                        '0'
                      ) AS INT) * 60 + CAST(CONCAT(
                        COALESCE(
                          LEFT(
                            NULLIF(
                              REGEXP_EXTRACT(
                                CASE
                                  WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                                  THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                                END,
                                ':.*([+-][0-9]{2}):?([0-9]{2})?\\z',
                                1
                              ),
                              ''
                            ),
                            1
                          ),
                          ''
                        ),
                        COALESCE(
                          NULLIF(
                            REGEXP_EXTRACT(
                              CASE
                                WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                                THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING)) COLLATE UTF8_BINARY
                              END,
                              ':.*([+-][0-9]{2}):?([0-9]{2})?\\z',
                              2
                            ),
                            ''
                          ),
                          '0'
                        )
                      ) AS INT)
                    )
                  ) AS DOUBLE) / CAST(1440.0e0 AS DOUBLE)
                END AS INT)
              )
            END AS _10,
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
  ) AS _l12
) AS _rows
WHERE
  _13
GROUP BY
  _9,
  _12
