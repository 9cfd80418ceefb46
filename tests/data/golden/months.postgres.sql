SELECT
  _2 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN _1 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
      THEN CASE
        WHEN _1 < CAST('2013-02-01' AS DATE)
        THEN 0
        ELSE CASE WHEN _1 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
      END
    END AS _2,
    _1 > CAST('2013-01-15' AS DATE) AS _3
  FROM (
    SELECT
      CASE
        WHEN _0 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
        THEN _0
      END AS _1
    FROM (
      SELECT
        CAST("day" AS DATE) AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  _3
GROUP BY
  _2
