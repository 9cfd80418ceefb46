SELECT
  COUNT(*) FILTER(WHERE
    _2) AS m0,
  COUNT(*) AS m1
FROM (
  SELECT
    _1 < CAST(0.1e0 AS DOUBLE PRECISION) AS _2,
    NOT _4 IN (0) AS _5,
    _7 = TRUE AS _8
  FROM (
    SELECT
      CASE
        WHEN _0 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE PRECISION) AND CAST(1.7976931348623157e+308 AS DOUBLE PRECISION)
        THEN CASE
          WHEN _0 < CAST(-10.0e0 AS DOUBLE PRECISION)
          THEN CAST(-10.0e0 AS DOUBLE PRECISION)
          WHEN _0 > CAST(50000.0e0 AS DOUBLE PRECISION)
          THEN CAST(50000.0e0 AS DOUBLE PRECISION)
          ELSE _0
        END
        ELSE CAST(0.1e0 AS DOUBLE PRECISION)
      END AS _1,
      CASE
        WHEN LENGTH(_3) BETWEEN 1 AND 1000
        THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _3) - 1, 2)
      END AS _4,
      _6 AS _7
    FROM (
      SELECT
        CASE
          WHEN ABS("cost") > 1.7976931348623157e308
          THEN NULL
          WHEN ABS("cost") >= 1e-200
          THEN CAST("cost" AS DOUBLE PRECISION)
          WHEN "cost" > 0
          THEN CAST(1e-200 AS DOUBLE PRECISION)
          WHEN "cost" < 0
          THEN CAST(-1e-200 AS DOUBLE PRECISION)
          WHEN "cost" = 0
          THEN CAST(0.0e0 AS DOUBLE PRECISION)
        END AS _0,
        TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) AS _3,
        "smoker" AS _6
      FROM visits
    ) AS _l1
  ) AS _l3
) AS _rows
WHERE
  _5 AND _8
