SELECT
  _3 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CAST(CASE
      WHEN _1 < CAST(50000.0e0 AS DOUBLE)
      THEN _2
      WHEN _1 >= CAST(50000.0e0 AS DOUBLE)
      THEN CAST(4.0e0 AS DOUBLE)
    END AS INT) AS _3
  FROM (
    SELECT
      FLOOR((
        _1 - CAST(-10.0e0 AS DOUBLE)
      ) / CAST(10002.0e0 AS DOUBLE)) AS _2,
      _1
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
    ) AS _l3
  ) AS _l4
) AS _rows
GROUP BY
  _3
