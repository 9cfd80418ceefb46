SELECT
  _2 AS k0,
  _5 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(CAST(_9 AS DECIMAL(38, 0))) AS STRING) AS m1
FROM (
  SELECT
    CASE
      WHEN (
        (
          TRY_CAST(CONV(SUBSTRING(_1, 1, 7), 16, 10) AS BIGINT)
        ) * 268435456 + (
          TRY_CAST(CONV(SUBSTRING(_1, 8, 7), 16, 10) AS BIGINT)
        )
      ) < 3602879701896396
      THEN 0
    END AS _2,
    CAST(_4 AS INT) AS _5,
    CAST(CASE
      WHEN _8 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
      THEN CAST(FLOOR(_8 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
      ELSE _8 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
    END AS INT) AS _9
  FROM (
    SELECT
      MD5(
        CONCAT(
          'coin',
          CASE
            WHEN NOT _0 IS NULL
            THEN CONCAT(CAST(LENGTH(CAST(_0 AS STRING)) AS STRING), ':', CAST(_0 AS STRING))
            ELSE '~'
          END
        )
      ) AS _1,
      _4,
      _8
    FROM (
      SELECT
        _0,
        _3 AS _4,
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
        END AS _8
      FROM (
        SELECT
          _3,
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
          _0
        FROM (
          SELECT
            TRY_CAST(`cost` AS DOUBLE) AS _6,
            `smoker` AS _3,
            ROW_NUMBER() OVER () AS _0
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
GROUP BY
  _2,
  _5
