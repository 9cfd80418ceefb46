SELECT
  _1 AS k0,
  _4 AS k1,
  COUNT(_6) AS m0
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _7 ORDER BY _order, _1, _4) AS _rank
    FROM (
      SELECT
        *,
        HASH(20250101, _0, _1, _4) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            (
              TRY_CAST('0x' || SUBSTRING(
                MD5(
                  CONCAT(
                    '20250101',
                    CASE
                      WHEN NOT _0 IS NULL
                      THEN CONCAT(CAST(LENGTH(CAST(_0 AS TEXT)) AS TEXT), ':', CAST(_0 AS TEXT))
                      ELSE '~'
                    END
                  )
                ),
                1,
                7
              ) AS BIGINT)
            ) % 100 AS _1,
            CAST(_3 AS INT) AS _4,
            _6,
            _7,
            _0
          FROM (
            SELECT
              _0,
              _2 AS _3,
              CASE
                WHEN ISFINITE(_5)
                THEN CASE
                  WHEN _5 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _5 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _5
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _6,
              _7
            FROM (
              SELECT
                "smoker" AS _2,
                TRY_CAST("cost" AS DOUBLE) AS _5,
                CASE
                  WHEN LENGTH(TRIM(CAST("patient" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("patient" AS TEXT), ' 	\r
')
                END AS _0,
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
                END AS _7
              FROM visits
            ) AS _l2
          ) AS _l4
        ) AS _rows
        WHERE
          NOT _1 IS NULL AND NOT _4 IS NULL AND NOT _6 IS NULL
      ) AS _inside
    ) AS _hashed
  ) AS _ranked
  WHERE
    _rank <= 2
) AS _kept
GROUP BY
  _1,
  _4
