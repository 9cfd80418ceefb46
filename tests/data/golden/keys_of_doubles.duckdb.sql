SELECT
  _1 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN _0 <> ''
      THEN COALESCE(ENUM_CODE(TRY_CAST(_0 AS ENUM('A', 'B''; --'))), 2)
    END AS _1
  FROM (
    SELECT
      CASE
        WHEN "ward's ""name""" BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
        AND "ward's ""name""" = FLOOR("ward's ""name""")
        THEN CAST(TRY_CAST("ward's ""name""" AS BIGINT) AS TEXT)
        ELSE TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
')
      END AS _0
    FROM visits
  ) AS _l1
) AS _rows
GROUP BY
  _1
