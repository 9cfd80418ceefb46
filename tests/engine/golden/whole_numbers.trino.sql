SELECT
  _2 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE WHEN _1 BETWEEN 0 AND 120 THEN CAST(_1 - 0 AS INTEGER) END AS _2
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
GROUP BY
  _2
