SELECT
  _1 AS k0,
  COUNT(_3) AS m0,
  COUNT(DISTINCT _4) FILTER(WHERE
    NOT _3 IS NULL) AS m1
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
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _8 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_8 AS TEXT)) AS TEXT), ':', CAST(_8 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _1 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_1 AS TEXT)) AS TEXT), ':', CAST(_1 AS TEXT))
              ELSE '~'
            END
          )
        ) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            _1,
            _3,
            _4,
            _6 >= CAST(65.0e0 AS DOUBLE PRECISION) AS _7,
            _8
          FROM (
            SELECT
              CASE
                WHEN NOT _5 IS NULL
                THEN CASE WHEN _5 < 0 THEN 0 WHEN _5 > 120 THEN 120 ELSE CAST(_5 AS BIGINT) END
              END AS _6,
              CASE
                WHEN LENGTH(_0) BETWEEN 1 AND 1000
                THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0) - 1, 2)
              END AS _1,
              CASE
                WHEN _2 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE PRECISION) AND CAST(1.7976931348623157e+308 AS DOUBLE PRECISION)
                THEN CASE
                  WHEN _2 < CAST(-10.0e0 AS DOUBLE PRECISION)
                  THEN CAST(-10.0e0 AS DOUBLE PRECISION)
                  WHEN _2 > CAST(50000.0e0 AS DOUBLE PRECISION)
                  THEN CAST(50000.0e0 AS DOUBLE PRECISION)
                  ELSE _2
                END
                ELSE CAST(0.1e0 AS DOUBLE PRECISION)
              END AS _3,
              _4,
              _8
            FROM (
              SELECT
                "age" AS _5,
                TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) AS _0,
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
                END AS _2,
                CASE
                  WHEN NOT CASE
                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT))) <= 1000
                    THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT))
                  END IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                  THEN CASE
                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT))) <= 1000
                    THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT))
                  END
                END AS _4,
                CASE
                  WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT))) <= 1000
                  THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT))
                END AS _8
              FROM visits
            ) AS _l1
          ) AS _l3
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
