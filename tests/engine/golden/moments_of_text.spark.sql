SELECT
  CAST(SUM(CAST(_3 AS DECIMAL(38, 0))) FILTER(WHERE
    _5 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)) AS STRING) AS m0,
  CAST(SUM(CAST(_7 AS DECIMAL(38, 0))) AS STRING) AS m1
FROM (
  SELECT
    CAST(CASE
      WHEN _2 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
      THEN CAST(FLOOR(_2 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
      ELSE _2 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
    END AS INT) AS _3,
    _5,
    _6 AS _7
  FROM (
    SELECT
      CASE
        WHEN _1 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
        THEN CASE
          WHEN _1 < CAST(-10.0e0 AS DOUBLE)
          THEN CAST(-10.0e0 AS DOUBLE)
          WHEN _1 > CAST(50000.0e0 AS DOUBLE)
          THEN CAST(50000.0e0 AS DOUBLE)
          ELSE _1
        END
        ELSE CAST(0.1e0 AS DOUBLE)
      END AS _2,
      CASE
        WHEN _5 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
        THEN CAST(CASE
          WHEN (
            CASE
              WHEN _5 < CAST(0.0e0 AS DOUBLE)
              THEN CAST(0.0e0 AS DOUBLE)
              WHEN _5 > CAST(120.0e0 AS DOUBLE)
              THEN CAST(120.0e0 AS DOUBLE)
              ELSE _5
            END
          ) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
          THEN CAST(FLOOR(
            (
              CASE
                WHEN _5 < CAST(0.0e0 AS DOUBLE)
                THEN CAST(0.0e0 AS DOUBLE)
                WHEN _5 > CAST(120.0e0 AS DOUBLE)
                THEN CAST(120.0e0 AS DOUBLE)
                ELSE _5
              END
            ) + CAST(0.5e0 AS DOUBLE)
          ) AS DOUBLE)
          ELSE (
            CASE
              WHEN _5 < CAST(0.0e0 AS DOUBLE)
              THEN CAST(0.0e0 AS DOUBLE)
              WHEN _5 > CAST(120.0e0 AS DOUBLE)
              THEN CAST(120.0e0 AS DOUBLE)
              ELSE _5
            END
          ) + CAST(0.5e0 AS DOUBLE)
        END AS BIGINT)
      END AS _6,
      _5
    FROM (
      SELECT
        CASE
          WHEN CAST(_0 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND (
            CAST(_0 AS DOUBLE)
          ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
          THEN CAST(_0 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_0 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_0 AS DOUBLE)
            THEN LENGTH(
              TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_0 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
            ) > CASE
              WHEN ABS(CAST(_0 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
              THEN 10
              WHEN ABS(CAST(_0 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
              THEN 14
              WHEN ABS(CAST(_0 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
              THEN 13
              WHEN ABS(CAST(_0 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
              THEN 12
              WHEN ABS(CAST(_0 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
              THEN 11
              ELSE 10
            END
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_0 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
          ELSE CAST(_0 AS DOUBLE)
        END AS _1,
        CASE
          WHEN CAST(_4 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND (
            CAST(_4 AS DOUBLE)
          ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
          THEN CAST(_4 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_4 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_4 AS DOUBLE)
            THEN LENGTH(
              TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_4 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
            ) > CASE
              WHEN ABS(CAST(_4 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
              THEN 10
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
              THEN 14
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
              THEN 13
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
              THEN 12
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
              THEN 11
              ELSE 10
            END
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_4 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
          ELSE CAST(_4 AS DOUBLE)
        END AS _5
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
          ) AS _0,
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
          ) AS _4
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
