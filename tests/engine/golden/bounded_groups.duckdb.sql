SELECT
  _1 AS k0,
  COUNT(_3) AS m0,
  COUNT(DISTINCT _4) AS m1
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _4 ORDER BY _order, _1) AS _rank
    FROM (
      SELECT
        *,
        HASH(20250101, _8, _1) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            _1,
            _3,
            _4,
            _6 >= CAST(65.0e0 AS DOUBLE) AS _7,
            _8
          FROM (
            SELECT
              CASE
                WHEN NOT _5 IS NULL
                THEN CASE WHEN _5 < 0 THEN 0 WHEN _5 > 120 THEN 120 ELSE CAST(_5 AS BIGINT) END
              END AS _6,
              CASE
                WHEN LENGTH(_0) BETWEEN 1 AND 1000
                THEN COALESCE(ENUM_CODE(TRY_CAST(_0 AS ENUM('A', 'B''; --'))), 2)
              END AS _1,
              CASE
                WHEN ISFINITE(_2)
                THEN CASE
                  WHEN _2 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _2 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _2
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _3,
              _4,
              _8
            FROM (
              SELECT
                "age" AS _5,
                TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
') AS _0,
                TRY_CAST("cost" AS DOUBLE) AS _2,
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
                END AS _4,
                CASE
                  WHEN LENGTH(TRIM(CAST("patient" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("patient" AS TEXT), ' 	\r
')
                END AS _8
              FROM visits
            ) AS _l2
          ) AS _l4
        ) AS _rows
        WHERE
          _7 AND NOT _1 IS NULL AND NOT _3 IS NULL
      ) AS _inside
    ) AS _hashed
  ) AS _ranked
  WHERE
    _rank <= 2
) AS _kept
GROUP BY
  _1
