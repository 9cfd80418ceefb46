SELECT
  _5 AS k0,
  COALESCE(MIN(_9), 400080) AS m0
FROM (
  SELECT
    NULLIF(ARRAY_POSITION(ARRAY('1', '2', '5'), _4), 0) - 1 AS _5,
    CAST(CASE
      WHEN _8 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
      THEN CAST(FLOOR(_8 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
      ELSE _8 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
    END AS BIGINT) AS _9,
    _11 >= CAST(65.0e0 AS DOUBLE) AS _12
  FROM (
    SELECT
      TRIM(' \t\r\n' FROM CAST(CASE
        WHEN _1 < _3
        THEN CAST(_1 AS BIGINT) * 3 + _3
        WHEN _3 < _1
        THEN CAST(_3 AS BIGINT) * 3 + _1
      END AS STRING)) COLLATE UTF8_BINARY AS _4,
      _8,
      _11
    FROM (
      SELECT
        NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --', ' 2'), _0), 0) - 1 AS _1,
        NULLIF(ARRAY_POSITION(ARRAY(' 0', 'B\'; --', 'C'), _2), 0) - 1 AS _3,
        CASE
          WHEN _7 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
          THEN CASE
            WHEN _7 < CAST(-10.0e0 AS DOUBLE)
            THEN CAST(-10.0e0 AS DOUBLE)
            WHEN _7 > CAST(50000.0e0 AS DOUBLE)
            THEN CAST(50000.0e0 AS DOUBLE)
            ELSE _7
          END
          ELSE CAST(0.1e0 AS DOUBLE)
        END AS _8,
        CASE
          WHEN NOT _10 IS NULL
          THEN CASE WHEN _10 < 0 THEN 0 WHEN _10 > 120 THEN 120 ELSE CAST(_10 AS BIGINT) END
        END AS _11
      FROM (
        SELECT
          _0,
          _2,
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
          _10
        FROM (
          SELECT
            TRY_CAST(`cost` AS DOUBLE) AS _6,
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
            `age` AS _10
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
WHERE
  _12
GROUP BY
  _5
