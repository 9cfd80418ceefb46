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
        CASE
          WHEN _6 IN ('true', 't', 'yes', 'y', '1')
          THEN TRUE
          WHEN _6 IN ('false', 'f', 'no', 'n', '0')
          THEN FALSE
        END AS _7,
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
            TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY AS _0,
            TRIM(' \t\r\n' FROM CAST(`next` AS STRING)) COLLATE UTF8_BINARY AS _2,
            LOWER(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING)) COLLATE UTF8_BINARY) AS _6
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
