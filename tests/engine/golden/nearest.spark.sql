SELECT
  _10 AS k0,
  COUNT(*) AS m0,
  CAST(SUM(CAST(_3 AS DECIMAL(38, 0))) AS STRING) AS m1
FROM (
  SELECT
    CASE
      WHEN 0 <= _8 AND 0 <= _9
      THEN 0
      WHEN _8 <= _9
      THEN 1
      WHEN NOT _9 IS NULL
      THEN 2
    END AS _10,
    _3
  FROM (
    SELECT
      CAST(1152921508206836927 AS BIGINT) + CAST(_3 AS BIGINT) * -10737417240 + CAST(_6 AS BIGINT) * -120014000 AS _8,
      CAST(1099511617727 AS BIGINT) + CAST(_3 AS BIGINT) * 10486760 + CAST(_6 AS BIGINT) * -14000 AS _9,
      _3
    FROM (
      SELECT
        _5 AS _6,
        CAST(CASE
          WHEN _2 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
          THEN CAST(FLOOR(_2 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
          ELSE _2 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
        END AS INT) AS _3
      FROM (
        SELECT
          CASE
            WHEN NOT _4 IS NULL
            THEN CASE WHEN _4 < 0 THEN 0 WHEN _4 > 120 THEN 120 ELSE CAST(_4 AS BIGINT) END
          END AS _5,
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
          END AS _2
        FROM (
          SELECT
            _4,
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
            END AS _1
          FROM (
            SELECT
              TRY_CAST(`cost` AS DOUBLE) AS _0,
              `age` AS _4
            FROM visits
          ) AS _l1
        ) AS _l2
      ) AS _l4
    ) AS _l9
  ) AS _l11
) AS _rows
GROUP BY
  _10
