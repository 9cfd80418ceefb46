SELECT
  _2 AS k0,
  COUNT(*) AS m0,
  CAST(SUM(CAST(_5 AS DECIMAL(6, 0)) * CAST(_8 AS DECIMAL(3, 0))) AS TEXT) AS m1,
  CAST(SUM(CAST(_8 AS DECIMAL(3, 0)) * CAST(_12 AS DECIMAL(7, 0))) AS TEXT) AS m2
FROM (
  SELECT
    CAST(_1 AS INT) AS _2,
    CAST(FLOOR(_4 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _5,
    _7 AS _8,
    CAST(FLOOR(_11 * CAST(1048576.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _12,
    _7,
    _10
  FROM (
    SELECT
      _0 AS _1,
      CASE
        WHEN ISFINITE(_3)
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
        WHEN ISFINITE(_10)
        THEN CASE
          WHEN _10 < CAST(0.0e0 AS DOUBLE)
          THEN CAST(0.0e0 AS DOUBLE)
          WHEN _10 > CAST(1.0e0 AS DOUBLE)
          THEN CAST(1.0e0 AS DOUBLE)
          ELSE _10
        END
      END AS _11,
      _10
    FROM (
      SELECT
        _0,
        _3,
        _6,
        CASE
          WHEN CAST(_9 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND CAST(_9 AS DOUBLE) = FLOOR(CAST(_9 AS DOUBLE))
          THEN CAST(_9 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_9 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_9 AS DOUBLE)
            THEN LENGTH(CAST(ABS(CAST(_9 AS DOUBLE)) AS TEXT)) > 15
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_9 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
          ELSE CAST(_9 AS DOUBLE)
        END AS _10
      FROM (
        SELECT
          TRY_CAST(CAST("score" AS TEXT) AS DOUBLE) AS _9,
          "smoker" AS _0,
          TRY_CAST("cost" AS DOUBLE) AS _3,
          "age" AS _6
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  NOT _7 IS NULL AND ISFINITE(_10)
GROUP BY
  _2
