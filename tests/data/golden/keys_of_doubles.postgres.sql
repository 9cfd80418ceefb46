SELECT
  _1 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN _0 <> ''
      THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0) - 1, 2)
    END AS _1
  FROM (
    SELECT
      CASE
        WHEN "ward's ""name""" BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE PRECISION) AND CAST(9007199254740992.0e0 AS DOUBLE PRECISION)
        AND "ward's ""name""" = FLOOR("ward's ""name""")
        THEN CAST(CAST("ward's ""name""" AS BIGINT) AS TEXT)
        ELSE TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT))
      END AS _0
    FROM visits
  ) AS _l1
) AS _rows
GROUP BY
  _1
