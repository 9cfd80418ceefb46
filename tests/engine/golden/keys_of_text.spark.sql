SELECT
  _1 AS k0,
  _4 AS k1,
  _7 AS k2,
  COUNT(*) AS m0
FROM (
  SELECT
    _1,
    CAST(_3 AS INT) AS _4,
    CASE
      WHEN _6 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
      THEN CASE
        WHEN _6 < CAST('2013-02-01' AS DATE)
        THEN 0
        ELSE CASE WHEN _6 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
      END
    END AS _7
  FROM (
    SELECT
      COALESCE(
        NULLIF(
          ARRAY_POSITION(ARRAY('true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'), LOWER(_2)),
          0
        ) - 1 < 5,
        NULLIF(
          ARRAY_POSITION(
            ARRAY('1', '0'),
            CASE
              WHEN (
                _2 < ':' AND _2 >= '+'
              )
              AND (
                _2 < '1' OR _2 LIKE '%.%' OR _2 LIKE '%e%' OR _2 LIKE '%E%'
              )
              THEN CASE
                WHEN _2 RLIKE '^[0-9]{1,38}([.]0*)?\\z'
                THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_2, '.', 1)), ''), '0')
                WHEN _2 RLIKE '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?\\z'
                THEN CASE
                  WHEN LENGTH(
                    TRIM('-' FROM REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          CASE
                            WHEN _2 LIKE '%e%' OR _2 LIKE '%E%'
                            THEN CASE WHEN _2 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                              1,
                              (
                                99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                              )
                            ) || '.' || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                              (
                                99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                              ) + 1
                            )
                            ELSE _2
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
                  THEN _2
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          CASE
                            WHEN _2 LIKE '%e%' OR _2 LIKE '%E%'
                            THEN CASE WHEN _2 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                              1,
                              (
                                99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                              )
                            ) || '.' || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                              (
                                99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                              ) + 1
                            )
                            ELSE _2
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
                ELSE _2
              END
              ELSE _2
            END
          ),
          0
        ) - 1 < 1
      ) AS _3,
      CASE
        WHEN _5 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
        THEN _5
      END AS _6,
      CASE
        WHEN LENGTH(_0) BETWEEN 1 AND 1000
        AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
        THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _0), 0) - 1, 2)
      END AS _1
    FROM (
      SELECT
        CASE
          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY) <= 1000
          THEN CASE
            WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY)
            THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY)
            ELSE TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY
          END
        END AS _2,
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
        END AS _5,
        CASE
          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <= 1000
          THEN CASE
            WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
            THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
            ELSE TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY
          END
        END AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
GROUP BY
  _1,
  _4,
  _7
