SELECT
  COUNT(*) FILTER(WHERE
    _3) AS m0,
  COUNT(*) AS m1
FROM (
  SELECT
    _2 < CAST(0.1e0 AS DOUBLE) AS _3,
    NOT _5 IN (0) AS _6,
    _8 = TRUE AS _9
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
        WHEN LENGTH(_4) BETWEEN 1 AND 1000
        AND NOT _4 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
        THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _4), 0) - 1, 2)
      END AS _5,
      _7 AS _8
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
        _4,
        _7
      FROM (
        SELECT
          TRY_CAST(`cost` AS DOUBLE) AS _0,
          CASE
            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <= 1000
            THEN CASE
              WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
              THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
              ELSE TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY
            END
          END AS _4,
          `smoker` AS _7
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  _6 AND _9
