SELECT
  COUNT(_1) AS m0,
  CAST(SUM(_2) AS TEXT) AS m1,
  CAST(SUM(CAST(_2 AS DECIMAL(3, 0)) * CAST(_2 AS DECIMAL(3, 0))) AS TEXT) AS m2
FROM (
  SELECT
    _1,
    _1 AS _2,
    _1 >= CAST(65.0e0 AS DOUBLE) AS _3
  FROM (
    SELECT
      CASE
        WHEN NOT _0 IS NULL
        THEN CASE WHEN _0 < 0 THEN 0 WHEN _0 > 120 THEN 120 ELSE CAST(_0 AS BIGINT) END
      END AS _1
    FROM (
      SELECT
        "age" AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  _3
