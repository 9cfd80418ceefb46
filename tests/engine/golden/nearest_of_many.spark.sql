SELECT
  _2 AS k0,
  _28 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(CAST(_6 AS DECIMAL(38, 0))) AS STRING) AS m1
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _31 ORDER BY _order NULLS LAST, _2 NULLS LAST, _28 NULLS LAST) AS _rank
    FROM (
      SELECT
        *,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _31 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_31 AS STRING)) AS STRING), ':', CAST(_31 AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT _2 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_2 AS STRING)) AS STRING), ':', CAST(_2 AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT _28 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_28 AS STRING)) AS STRING), ':', CAST(_28 AS STRING))
              ELSE '~'
            END
          )
        ) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            _2,
            CASE
              WHEN _7 = _27
              THEN 0
              WHEN _8 = _27
              THEN 1
              WHEN _9 = _27
              THEN 2
              WHEN _10 = _27
              THEN 3
              WHEN _11 = _27
              THEN 4
              WHEN _12 = _27
              THEN 5
              WHEN _13 = _27
              THEN 6
              WHEN _14 = _27
              THEN 7
              WHEN _15 = _27
              THEN 8
              WHEN _16 = _27
              THEN 9
              WHEN _17 = _27
              THEN 10
              WHEN _18 = _27
              THEN 11
              WHEN _19 = _27
              THEN 12
              WHEN _20 = _27
              THEN 13
              WHEN _21 = _27
              THEN 14
              WHEN _22 = _27
              THEN 15
              WHEN _23 = _27
              THEN 16
              WHEN _24 = _27
              THEN 17
              WHEN _25 = _27
              THEN 18
              WHEN _26 = _27
              THEN 19
            END AS _28,
            _6,
            _29,
            _5,
            _31
          FROM (
            SELECT
              _7,
              LEAST(_7, _8, _9, _10, _11, _12, _13, _14, _15, _16, _17, _18, _19, _20, _21, _22, _23, _24, _25, _26) AS _27,
              _8,
              _9,
              _10,
              _11,
              _12,
              _13,
              _14,
              _15,
              _16,
              _17,
              _18,
              _19,
              _20,
              _21,
              _22,
              _23,
              _24,
              _25,
              _26,
              _2,
              _6,
              _29,
              _5,
              _31
            FROM (
              SELECT
                CAST(0 AS INT) + CAST(_6 AS INT) * 0 AS _7,
                CAST(1 AS INT) + CAST(_6 AS INT) * -6 AS _8,
                CAST(16 AS INT) + CAST(_6 AS INT) * -24 AS _9,
                CAST(81 AS INT) + CAST(_6 AS INT) * -54 AS _10,
                CAST(256 AS INT) + CAST(_6 AS INT) * -96 AS _11,
                CAST(625 AS INT) + CAST(_6 AS INT) * -150 AS _12,
                CAST(1296 AS INT) + CAST(_6 AS INT) * -216 AS _13,
                CAST(2401 AS INT) + CAST(_6 AS INT) * -294 AS _14,
                CAST(4096 AS INT) + CAST(_6 AS INT) * -384 AS _15,
                CAST(6561 AS INT) + CAST(_6 AS INT) * -486 AS _16,
                CAST(10000 AS INT) + CAST(_6 AS INT) * -600 AS _17,
                CAST(14641 AS INT) + CAST(_6 AS INT) * -726 AS _18,
                CAST(20736 AS INT) + CAST(_6 AS INT) * -864 AS _19,
                CAST(28561 AS INT) + CAST(_6 AS INT) * -1014 AS _20,
                CAST(38416 AS INT) + CAST(_6 AS INT) * -1176 AS _21,
                CAST(50625 AS INT) + CAST(_6 AS INT) * -1350 AS _22,
                CAST(65536 AS INT) + CAST(_6 AS INT) * -1536 AS _23,
                CAST(83521 AS INT) + CAST(_6 AS INT) * -1734 AS _24,
                CAST(104976 AS INT) + CAST(_6 AS INT) * -1944 AS _25,
                CAST(130321 AS INT) + CAST(_6 AS INT) * -2166 AS _26,
                _2,
                _6,
                _29,
                _5,
                _31
              FROM (
                SELECT
                  _5 AS _6,
                  CAST(_1 AS INT) AS _2,
                  _5 >= CAST(65.0e0 AS DOUBLE) AS _29,
                  _5,
                  _31
                FROM (
                  SELECT
                    CASE
                      WHEN _4 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                      THEN CAST(CASE
                        WHEN (
                          CASE
                            WHEN _4 < CAST(0.0e0 AS DOUBLE)
                            THEN CAST(0.0e0 AS DOUBLE)
                            WHEN _4 > CAST(120.0e0 AS DOUBLE)
                            THEN CAST(120.0e0 AS DOUBLE)
                            ELSE _4
                          END
                        ) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
                        THEN CAST(FLOOR(
                          (
                            CASE
                              WHEN _4 < CAST(0.0e0 AS DOUBLE)
                              THEN CAST(0.0e0 AS DOUBLE)
                              WHEN _4 > CAST(120.0e0 AS DOUBLE)
                              THEN CAST(120.0e0 AS DOUBLE)
                              ELSE _4
                            END
                          ) + CAST(0.5e0 AS DOUBLE)
                        ) AS DOUBLE)
                        ELSE (
                          CASE
                            WHEN _4 < CAST(0.0e0 AS DOUBLE)
                            THEN CAST(0.0e0 AS DOUBLE)
                            WHEN _4 > CAST(120.0e0 AS DOUBLE)
                            THEN CAST(120.0e0 AS DOUBLE)
                            ELSE _4
                          END
                        ) + CAST(0.5e0 AS DOUBLE)
                      END AS BIGINT)
                    END AS _5,
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
                    _31
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
                      _0,
                      CASE
                        WHEN NOT _30 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                        THEN CASE
                          WHEN (
                            _30 < ':' AND _30 >= '+'
                          )
                          AND (
                            _30 < '1' OR _30 LIKE '%.%' OR _30 LIKE '%e%' OR _30 LIKE '%E%'
                          )
                          THEN CASE
                            WHEN _30 RLIKE '^[0-9]{1,38}([.]0*)?\\z'
                            THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_30, '.', 1)), ''), '0')
                            WHEN _30 RLIKE '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]{1,2})?\\z'
                            THEN CASE
                              WHEN LENGTH(
                                TRIM('-' FROM REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _30 LIKE '%e%' OR _30 LIKE '%E%'
                                        THEN CASE WHEN _30 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                          1,
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                          )
                                        ) || '.' || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                          ) + 1
                                        )
                                        ELSE _30
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
                              THEN _30
                              ELSE REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _30 LIKE '%e%' OR _30 LIKE '%E%'
                                        THEN CASE WHEN _30 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                          1,
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                          )
                                        ) || '.' || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_30, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*\\z', '$1$2') || REPEAT('0', 99),
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_30, '^[+-]?([0-9]*).*\\z', '$1')) + TRY_CAST(REGEXP_REPLACE(_30, '^.*[eE]', '') AS INT)
                                          ) + 1
                                        )
                                        ELSE _30
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
                            ELSE _30
                          END
                          ELSE _30
                        END
                      END AS _31
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
                        ) AS _3,
                        CASE
                          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                          THEN CASE
                            WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                            THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY)
                            ELSE TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
                          END
                        END AS _30,
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
              ) AS _l9
            ) AS _l10
          ) AS _l11
        ) AS _rows
        WHERE
          _29 AND NOT _2 IS NULL AND NOT _28 IS NULL AND NOT _5 IS NULL
      ) AS _inside
    ) AS _hashed
  ) AS _ranked
  WHERE
    _rank <= 2
) AS _kept
GROUP BY
  _2,
  _28
