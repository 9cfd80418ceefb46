SELECT
  COUNT(DISTINCT _0) AS m0
FROM (
  SELECT
    _0,
    _2 >= CAST(65.0e0 AS DOUBLE) AS _3,
    _6 < CAST(0.1e0 AS DOUBLE) AS _7
  FROM (
    SELECT
      CASE
        WHEN NOT _1 IS NULL
        THEN CASE WHEN _1 < 0 THEN 0 WHEN _1 > 120 THEN 120 ELSE CAST(_1 AS BIGINT) END
      END AS _2,
      CASE
        WHEN _5 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
        THEN CASE
          WHEN _5 < CAST(-10.0e0 AS DOUBLE)
          THEN CAST(-10.0e0 AS DOUBLE)
          WHEN _5 > CAST(50000.0e0 AS DOUBLE)
          THEN CAST(50000.0e0 AS DOUBLE)
          ELSE _5
        END
        ELSE CAST(0.1e0 AS DOUBLE)
      END AS _6,
      _0
    FROM (
      SELECT
        _1,
        CASE
          WHEN CAST(_4 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND CAST(_4 AS DOUBLE) = FLOOR(CAST(_4 AS DOUBLE))
          THEN CAST(_4 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_4 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_4 AS DOUBLE)
            THEN LENGTH(
              TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_4 AS DOUBLE)) AS VARCHAR), 'E', 1), '.', ''))
            ) > CASE
              WHEN ABS(CAST(_4 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
              THEN 10
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
              THEN 14
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
              THEN 13
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
              THEN 12
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
              THEN 11
              ELSE 10
            END
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_4 AS DOUBLE) AS REAL) AS VARCHAR) AS DOUBLE)
          ELSE CAST(_4 AS DOUBLE)
        END AS _5,
        _0
      FROM (
        SELECT
          TRY_CAST("cost" AS DOUBLE) AS _4,
          "age" AS _1,
          CASE
            WHEN NOT CASE
              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS VARCHAR))) <= 1000
              THEN TRIM(' 	\r
' FROM CAST("patient" AS VARCHAR))
            END IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
            THEN CASE
              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS VARCHAR))) <= 1000
              THEN TRIM(' 	\r
' FROM CAST("patient" AS VARCHAR))
            END
          END AS _0
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  _3 AND _7
