WITH _units AS (
  SELECT
    _unit,
    _cell,
    _y,
    COUNT(*) OVER (PARTITION BY _unit) AS _size
  FROM (
    SELECT
      _4 AS _unit,
      _2 AS _cell,
      CAST(CAST(SUM(CAST(0 AS DECIMAL(38, 0))) AS BIGINT) DIV COUNT(*) AS BIGINT) AS _y
    FROM (
      SELECT
        CAST(_1 AS INT) AS _2,
        _4,
        _7 >= CAST(65.0e0 AS DOUBLE) AS _8,
        _11
      FROM (
        SELECT
          COALESCE(
            NULLIF(
              ARRAY_POSITION(ARRAY('true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'), LOWER(_0)),
              0
            ) - 1 < 5,
            NULLIF(
              ARRAY_POSITION(
                ARRAY('1', '0'),
                CASE
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
              ),
              0
            ) - 1 < 1
          ) AS _1,
          CASE
            WHEN _6 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
            THEN CAST(CASE
              WHEN (
                CASE
                  WHEN _6 < CAST(0.0e0 AS DOUBLE)
                  THEN CAST(0.0e0 AS DOUBLE)
                  WHEN _6 > CAST(120.0e0 AS DOUBLE)
                  THEN CAST(120.0e0 AS DOUBLE)
                  ELSE _6
                END
              ) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
              THEN CAST(FLOOR(
                (
                  CASE
                    WHEN _6 < CAST(0.0e0 AS DOUBLE)
                    THEN CAST(0.0e0 AS DOUBLE)
                    WHEN _6 > CAST(120.0e0 AS DOUBLE)
                    THEN CAST(120.0e0 AS DOUBLE)
                    ELSE _6
                  END
                ) + CAST(0.5e0 AS DOUBLE)
              ) AS DOUBLE)
              ELSE (
                CASE
                  WHEN _6 < CAST(0.0e0 AS DOUBLE)
                  THEN CAST(0.0e0 AS DOUBLE)
                  WHEN _6 > CAST(120.0e0 AS DOUBLE)
                  THEN CAST(120.0e0 AS DOUBLE)
                  ELSE _6
                END
              ) + CAST(0.5e0 AS DOUBLE)
            END AS BIGINT)
          END AS _7,
          _4,
          CASE
            WHEN _10 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
            THEN CASE
              WHEN _10 < CAST(-10.0e0 AS DOUBLE)
              THEN CAST(-10.0e0 AS DOUBLE)
              WHEN _10 > CAST(50000.0e0 AS DOUBLE)
              THEN CAST(50000.0e0 AS DOUBLE)
              ELSE _10
            END
            ELSE CAST(0.1e0 AS DOUBLE)
          END AS _11
        FROM (
          SELECT
            _0,
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
            END AS _10,
            CASE
              WHEN NOT _3 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
              THEN CASE
                WHEN (
                  _3 < ':' AND _3 >= '+'
                )
                AND (
                  _3 < '1' OR _3 LIKE '%.%' OR _3 LIKE '%e%' OR _3 LIKE '%E%'
                )
                THEN CASE
                  WHEN _3 RLIKE '^[0-9]{1,38}([.]0*)?\\z'
                  THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_3, '.', 1)), ''), '0')
                  WHEN _3 RLIKE '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?\\z'
                  THEN CASE
                    WHEN LENGTH(
                      TRIM('-' FROM REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _3 LIKE '%e%' OR _3 LIKE '%E%'
                              THEN CASE WHEN _3 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                1,
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                )
                              ) || '.' || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                ) + 1
                              )
                              ELSE _3
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
                    THEN _3
                    ELSE REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _3 LIKE '%e%' OR _3 LIKE '%E%'
                              THEN CASE WHEN _3 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                1,
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                )
                              ) || '.' || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_3, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_3, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_3, '^.*[eE]', '') AS INT)
                                ) + 1
                              )
                              ELSE _3
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
                  ELSE _3
                END
                ELSE _3
              END
            END AS _4
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
              ) AS _5,
              COALESCE(
                CASE
                  WHEN TRIM(' \t\n\r\013\014' FROM CASE
                    WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`cost` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                    THEN TRIM(' \t\r\n' FROM CAST(`cost` AS STRING)) COLLATE UTF8_BINARY
                  END) RLIKE '^\\+?-?([0-9](_?[0-9])*(\\.([0-9](_?[0-9])*)?)?|\\.[0-9](_?[0-9])*)([eE][+-]?[0-9](_?[0-9])*)?\\z'
                  THEN TRY_CAST(TRIM(LEADING '+' FROM REPLACE(
                    TRIM(' \t\n\r\013\014' FROM CASE
                      WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`cost` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                      THEN TRIM(' \t\r\n' FROM CAST(`cost` AS STRING)) COLLATE UTF8_BINARY
                    END),
                    '_',
                    ''
                  )) AS DOUBLE)
                END,
                CASE LOWER(
                    CASE
                      WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`cost` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                      THEN TRIM(' \t\r\n' FROM CAST(`cost` AS STRING)) COLLATE UTF8_BINARY
                    END
                  )
                  WHEN 'true'
                  THEN CAST(1.0e0 AS DOUBLE)
                  WHEN 'false'
                  THEN CAST(0.0e0 AS DOUBLE)
                END
              ) AS _9,
              CASE
                WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                THEN CASE
                  WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                  THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                  ELSE TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
                END
              END AS _3,
              CASE
                WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                THEN CASE
                  WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY)
                  THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY)
                  ELSE TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY
                END
              END AS _0
            FROM visits
          ) AS _l1
        ) AS _l2
      ) AS _l4
    ) AS _rows
    WHERE
      _8 AND NOT _2 IS NULL AND NOT _4 IS NULL AND NOT _11 IS NULL
    GROUP BY
      _4,
      _2
  ) AS _cells
)
SELECT
  _cell AS k0,
  _next AS k1,
  CAST(SUM(
    CAST(CAST(CASE WHEN _size = 1 THEN 6 WHEN _size = 2 THEN 3 ELSE 0 END AS BIGINT) AS DECIMAL(38, 0))
  ) AS STRING) AS m0
FROM (
  SELECT
    _one._cell AS _cell,
    _other._cell AS _next,
    _one._size AS _size,
    _one._y AS _y,
    _other._y AS _by
  FROM _units AS _one
  JOIN _units AS _other
    ON _one._unit = _other._unit AND _one._cell <= _other._cell
) AS _pairs
GROUP BY
  _cell,
  _next
