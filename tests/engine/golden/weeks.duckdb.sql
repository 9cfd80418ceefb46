SELECT
  _2 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN _1 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-01-28' AS DATE)
      THEN CAST((
        _1 - CAST('2013-01-01' AS DATE)
      ) // 7 AS INT)
    END AS _2
  FROM (
    SELECT
      CASE
        WHEN _0 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
        THEN _0
      END AS _1
    FROM (
      SELECT
        TRY_CAST("day" AS DATE) AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
GROUP BY
  _2
