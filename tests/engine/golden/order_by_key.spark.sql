SELECT
  place,
  total,
  y,
  n,
  upto
FROM (
  SELECT
    place,
    a,
    b,
    y,
    n,
    CAST(SUM(CAST(n AS DECIMAL(38, 0))) OVER (PARTITION BY place) AS BIGINT) AS total,
    CAST(SUM(CAST(n AS DECIMAL(38, 0))) OVER (PARTITION BY place ORDER BY y NULLS LAST) AS BIGINT) AS upto
  FROM (
    SELECT
      place,
      a,
      b,
      y,
      n
    FROM (
      SELECT
        CAST(_1 AS BIGINT) AS cell,
        _5 AS y,
        COUNT(*) AS n
      FROM (
        SELECT
          _1,
          CAST(CASE
            WHEN _4 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
            THEN CAST(FLOOR(_4 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
            ELSE _4 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
          END AS BIGINT) AS _5,
          _7 >= CAST(65.0e0 AS DOUBLE) AS _8,
          _7
        FROM (
          SELECT
            CASE
              WHEN _3 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
              THEN CASE
                WHEN _3 < CAST(-10.0e0 AS DOUBLE)
                THEN CAST(-10.0e0 AS DOUBLE)
                WHEN _3 > CAST(50000.0e0 AS DOUBLE)
                THEN CAST(50000.0e0 AS DOUBLE)
                ELSE _3
              END
              ELSE CAST(0.1e0 AS DOUBLE)
            END AS _4,
            CASE
              WHEN NOT _6 IS NULL
              THEN CASE WHEN _6 < 0 THEN 0 WHEN _6 > 120 THEN 120 ELSE CAST(_6 AS BIGINT) END
            END AS _7,
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
              _0
            FROM (
              SELECT
                TRY_CAST(`cost` AS DOUBLE) AS _2,
                `age` AS _6,
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
      ) AS _rows
      WHERE
        _8 AND NOT _7 IS NULL
      GROUP BY
        1,
        2
    ) AS _points
    JOIN VALUES
      (
        CAST(0 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(1000 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(0 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(1001 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(9 AS BIGINT),
        CAST(10 AS BIGINT)
      ),
      (
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(1 AS BIGINT),
        CAST(3 AS BIGINT),
        CAST(400081 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(2 AS BIGINT),
        CAST(4 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(1000 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(2 AS BIGINT),
        CAST(5 AS BIGINT),
        CAST(1001 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(9 AS BIGINT),
        CAST(10 AS BIGINT)
      ) AS _ranges(cell, place, low, high, a, b)
      ON _points.cell = _ranges.cell AND y BETWEEN low AND high
  ) AS _parted
) AS _summed
WHERE
  b * (
    upto + 42
  ) > a * total AND b * (
    upto - n - 40
  ) <= a * total
