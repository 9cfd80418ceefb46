SELECT
  COUNT(*) AS m0
FROM (
  SELECT
    1 AS _
  FROM visits
) AS _rows
