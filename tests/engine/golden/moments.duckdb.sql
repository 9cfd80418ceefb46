SELECT
  COUNT(_1) AS m0,
  CAST(SUM(_2) AS TEXT) AS m1,
  CAST(SUM(CAST(_2 AS DECIMAL(6, 0)) * CAST(_2 AS DECIMAL(6, 0))) AS TEXT) AS m2
FROM (
  SELECT
    _1,
    CAST(FLOOR(_1 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _2
  FROM (
    SELECT
      CASE
        WHEN ISFINITE(_0)
        THEN CASE
          WHEN _0 < CAST(-10.0e0 AS DOUBLE)
          THEN CAST(-10.0e0 AS DOUBLE)
          WHEN _0 > CAST(50000.0e0 AS DOUBLE)
          THEN CAST(50000.0e0 AS DOUBLE)
          ELSE _0
        END
        ELSE CAST(0.1e0 AS DOUBLE)
      END AS _1
    FROM (
      SELECT
        TRY_CAST("cost" AS DOUBLE) AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
