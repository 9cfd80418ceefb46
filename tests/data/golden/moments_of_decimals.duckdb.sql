SELECT
  CAST(SUM(_2) AS TEXT) AS m0
FROM (
  SELECT
    CAST(FLOOR(_1 * CAST(1048576.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _2
  FROM (
    SELECT
      CASE
        WHEN ISFINITE(_0)
        THEN CASE
          WHEN _0 < CAST(0.0e0 AS DOUBLE)
          THEN CAST(0.0e0 AS DOUBLE)
          WHEN _0 > CAST(1.0e0 AS DOUBLE)
          THEN CAST(1.0e0 AS DOUBLE)
          ELSE _0
        END
      END AS _1
    FROM (
      SELECT
        TRY_CAST(CAST("score" AS TEXT) AS DOUBLE) AS _0
      FROM visits
    ) AS _l1
  ) AS _l3
) AS _rows
