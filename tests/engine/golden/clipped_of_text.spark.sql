SELECT
  _2 AS k0,
  CAST(SUM(
    CAST(CASE
      WHEN _12 < 0
      THEN -CAST((
        (
          -_12
        ) * _15
      ) DIV 16777216 AS BIGINT)
      ELSE CAST((
        _12 * _15
      ) DIV 16777216 AS BIGINT)
    END AS DECIMAL(38, 0))
  ) AS STRING) AS m0,
  CAST(SUM(CAST(_16 AS DECIMAL(38, 0))) AS STRING) AS m1
FROM (
  SELECT
    _2,
    _12,
    CASE
      WHEN _13 <= 4503599627370496
      THEN 16777216
      WHEN _13 > 4503599627370496
      THEN CASE
        WHEN CAST(_14 + 1 AS DECIMAL(38, 0)) * CAST(_14 + 1 AS DECIMAL(38, 0)) * CAST(_13 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _14 + 1
        WHEN CAST(_14 AS DECIMAL(38, 0)) * CAST(_14 AS DECIMAL(38, 0)) * CAST(_13 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _14
        WHEN CAST(_14 - 1 AS DECIMAL(38, 0)) * CAST(_14 - 1 AS DECIMAL(38, 0)) * CAST(_13 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _14 - 1
        ELSE 0
      END
    END AS _15,
    _16,
    _17
  FROM (
    SELECT
      _13,
      CAST(CASE
        WHEN SQRT(CAST(1.2676506002282294e+30 AS DOUBLE) / CAST(NULLIF(_13, 0) AS DOUBLE)) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
        THEN CAST(FLOOR(SQRT(CAST(1.2676506002282294e+30 AS DOUBLE) / CAST(NULLIF(_13, 0) AS DOUBLE))) AS DOUBLE)
        ELSE SQRT(CAST(1.2676506002282294e+30 AS DOUBLE) / CAST(NULLIF(_13, 0) AS DOUBLE))
      END AS BIGINT) AS _14,
      _2,
      _12,
      _16,
      _17
    FROM (
      SELECT
        _7 * _7 + _12 * _12 AS _13,
        _2,
        _12,
        _16,
        _17
      FROM (
        SELECT
          CASE
            WHEN (
              CAST(_6 AS BIGINT) * 2 - 400080
            ) < 0
            THEN -CAST((
              (
                -(
                  CAST(_6 AS BIGINT) * 2 - 400080
                )
              ) * 67108864
            ) DIV 400080 AS BIGINT)
            ELSE CAST((
              (
                CAST(_6 AS BIGINT) * 2 - 400080
              ) * 67108864
            ) DIV 400080 AS BIGINT)
          END AS _7,
          CASE
            WHEN (
              CAST(_11 AS BIGINT) * 2 - 120
            ) < 0
            THEN -CAST((
              (
                -(
                  CAST(_11 AS BIGINT) * 2 - 120
                )
              ) * 67108864
            ) DIV 120 AS BIGINT)
            ELSE CAST((
              (
                CAST(_11 AS BIGINT) * 2 - 120
              ) * 67108864
            ) DIV 120 AS BIGINT)
          END AS _12,
          _2,
          _16,
          _17
        FROM (
          SELECT
            CAST(CASE
              WHEN _5 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
              THEN CAST(FLOOR(_5 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
              ELSE _5 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
            END AS BIGINT) AS _6,
            _10 AS _11,
            CAST(_1 AS INT) AS _2,
            CAST(CASE
              WHEN _5 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
              THEN CAST(FLOOR(_5 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
              ELSE _5 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
            END AS INT) AS _16,
            _10 >= CAST(65.0e0 AS DOUBLE) AS _17
          FROM (
            SELECT
              CASE
                WHEN _4 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN CASE
                  WHEN _4 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _4 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _4
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _5,
              CASE
                WHEN _9 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN CAST(CASE
                  WHEN (
                    CASE
                      WHEN _9 < CAST(0.0e0 AS DOUBLE)
                      THEN CAST(0.0e0 AS DOUBLE)
                      WHEN _9 > CAST(120.0e0 AS DOUBLE)
                      THEN CAST(120.0e0 AS DOUBLE)
                      ELSE _9
                    END
                  ) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                  THEN CAST(FLOOR(
                    (
                      CASE
                        WHEN _9 < CAST(0.0e0 AS DOUBLE)
                        THEN CAST(0.0e0 AS DOUBLE)
                        WHEN _9 > CAST(120.0e0 AS DOUBLE)
                        THEN CAST(120.0e0 AS DOUBLE)
                        ELSE _9
                      END
                    ) + CAST(0.5e0 AS DOUBLE)
                  ) AS DOUBLE)
                  ELSE (
                    CASE
                      WHEN _9 < CAST(0.0e0 AS DOUBLE)
                      THEN CAST(0.0e0 AS DOUBLE)
                      WHEN _9 > CAST(120.0e0 AS DOUBLE)
                      THEN CAST(120.0e0 AS DOUBLE)
                      ELSE _9
                    END
                  ) + CAST(0.5e0 AS DOUBLE)
                END AS BIGINT)
              END AS _10,
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
              ) AS _1
            FROM (
              SELECT
                CASE
                  WHEN CAST(_3 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND (
                    CAST(_3 AS DOUBLE)
                  ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                  THEN CAST(_3 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_3 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_3 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_3 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_3 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_3 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_3 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_3 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_3 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_3 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                  ELSE CAST(_3 AS DOUBLE)
                END AS _4,
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
                _0
              FROM (
                SELECT
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
                  ) AS _3,
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
                  ) AS _8,
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
        ) AS _l5
      ) AS _l6
    ) AS _l7
  ) AS _l8
) AS _rows
WHERE
  _17
GROUP BY
  _2
