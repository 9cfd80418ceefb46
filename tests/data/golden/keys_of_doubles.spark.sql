SELECT
  _1 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN _0 <> ''
      THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _0), 0) - 1, 2)
    END AS _1
  FROM (
    SELECT
      CASE
        WHEN `ward's "name"` BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
        AND `ward's "name"` = FLOOR(`ward's "name"`)
        THEN CAST(TRY_CAST(`ward's "name"` AS BIGINT) AS STRING)
        ELSE TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING))
      END AS _0
    FROM visits
  ) AS _l1
) AS _rows
GROUP BY
  _1
