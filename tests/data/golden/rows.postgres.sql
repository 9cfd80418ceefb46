SELECT
  COUNT(*) AS m0
FROM (
  SELECT
    1 AS _
  FROM visits
  OFFSET 0
) AS _rows
