SELECT
  COUNT(DISTINCT _0) AS m0
FROM (
  SELECT
    _0,
    _2 >= CAST(65.0e0 AS DOUBLE) AS _3,
    _5 < CAST(0.1e0 AS DOUBLE) AS _6
  FROM (
    SELECT
      CASE
        WHEN NOT _1 IS NULL
        THEN CASE WHEN _1 < 0 THEN 0 WHEN _1 > 120 THEN 120 ELSE CAST(_1 AS BIGINT) END
      END AS _2,
      CASE
        WHEN ISFINITE(_4)
        THEN CASE
          WHEN _4 < CAST(-10.0e0 AS DOUBLE)
          THEN CAST(-10.0e0 AS DOUBLE)
          WHEN _4 > CAST(50000.0e0 AS DOUBLE)
          THEN CAST(50000.0e0 AS DOUBLE)
          ELSE _4
        END
        ELSE CAST(0.1e0 AS DOUBLE)
      END AS _5,
      _0
    FROM (
      SELECT
        "age" AS _1,
        TRY_CAST("cost" AS DOUBLE) AS _4,
        CASE
          WHEN NOT CASE
            WHEN LENGTH(TRIM(CAST("patient" AS TEXT), ' 	\r
')) <= 1000
            THEN TRIM(CAST("patient" AS TEXT), ' 	\r
')
          END IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
          THEN CASE
            WHEN LENGTH(TRIM(CAST("patient" AS TEXT), ' 	\r
')) <= 1000
            THEN TRIM(CAST("patient" AS TEXT), ' 	\r
')
          END
        END AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  _3 AND _6
