WITH _units AS (
  SELECT
    _unit,
    _cell,
    _y,
    COUNT(*) OVER (PARTITION BY _unit) AS _size
  FROM (
    SELECT
      _3 AS _unit,
      _2 AS _cell,
      CAST(CAST(SUM(CAST(0 AS DECIMAL(38, 0))) AS BIGINT) / COUNT(*) AS BIGINT) AS _y
    FROM (
      SELECT
        CAST(_1 AS INTEGER) AS _2,
        _3,
        _6 >= CAST(65.0e0 AS DOUBLE) AS _7,
        _10
      FROM (
        SELECT
          CASE
            WHEN _0 IN ('true', 't', 'yes', 'y', '1')
            THEN TRUE
            WHEN _0 IN ('false', 'f', 'no', 'n', '0')
            THEN FALSE
          END AS _1,
          CASE
            WHEN _5 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
            THEN CAST(FLOOR(
              (
                CASE
                  WHEN _5 < CAST(0.0e0 AS DOUBLE)
                  THEN CAST(0.0e0 AS DOUBLE)
                  WHEN _5 > CAST(120.0e0 AS DOUBLE)
                  THEN CAST(120.0e0 AS DOUBLE)
                  ELSE _5
                END
              ) + CAST(0.5e0 AS DOUBLE)
            ) AS BIGINT)
          END AS _6,
          _3,
          CASE
            WHEN _9 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
            THEN CASE
              WHEN _9 < CAST(-10.0e0 AS DOUBLE)
              THEN CAST(-10.0e0 AS DOUBLE)
              WHEN _9 > CAST(50000.0e0 AS DOUBLE)
              THEN CAST(50000.0e0 AS DOUBLE)
              ELSE _9
            END
            ELSE CAST(0.1e0 AS DOUBLE)
          END AS _10
        FROM (
          SELECT
            _0,
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
            CASE
              WHEN CAST(_8 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
              AND CAST(_8 AS DOUBLE) = FLOOR(CAST(_8 AS DOUBLE))
              THEN CAST(_8 AS DOUBLE)
              WHEN CASE
                WHEN TRY_CAST(TRY_CAST(CAST(_8 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_8 AS DOUBLE)
                THEN LENGTH(
                  TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_8 AS DOUBLE)) AS VARCHAR), 'E', 1), '.', ''))
                ) > CASE
                  WHEN ABS(CAST(_8 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                  THEN 10
                  WHEN ABS(CAST(_8 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                  THEN 14
                  WHEN ABS(CAST(_8 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                  THEN 13
                  WHEN ABS(CAST(_8 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                  THEN 12
                  WHEN ABS(CAST(_8 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                  THEN 11
                  ELSE 10
                END
              END
              THEN TRY_CAST(CAST(TRY_CAST(CAST(_8 AS DOUBLE) AS REAL) AS VARCHAR) AS DOUBLE)
              ELSE CAST(_8 AS DOUBLE)
            END AS _9,
            _3
          FROM (
            SELECT
              COALESCE(
                CASE
                  WHEN REGEXP_LIKE(
                    TRIM(' 	
\r' FROM CASE
                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))) <= 1000
                      THEN TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))
                    END),
                    '^\+?-?([0-9](_?[0-9])*(\.([0-9](_?[0-9])*)?)?|\.[0-9](_?[0-9])*)([eE][+-]?[0-9](_?[0-9])*)?$'
                  )
                  THEN TRY_CAST(REGEXP_REPLACE(
                    REPLACE(
                      TRIM(' 	
\r' FROM CASE
                        WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))) <= 1000
                        THEN TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))
                      END),
                      '_'
                    ),
                    '^\+'
                  ) AS DOUBLE)
                END,
                CASE LOWER(
                    CASE
                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))) <= 1000
                      THEN TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))
                    END
                  )
                  WHEN 'true'
                  THEN CAST(1.0e0 AS DOUBLE)
                  WHEN 'false'
                  THEN CAST(0.0e0 AS DOUBLE)
                END
              ) AS _4,
              COALESCE(
                CASE
                  WHEN REGEXP_LIKE(
                    TRIM(' 	
\r' FROM CASE
                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS VARCHAR))) <= 1000
                      THEN TRIM(' 	\r
' FROM CAST("cost" AS VARCHAR))
                    END),
                    '^\+?-?([0-9](_?[0-9])*(\.([0-9](_?[0-9])*)?)?|\.[0-9](_?[0-9])*)([eE][+-]?[0-9](_?[0-9])*)?$'
                  )
                  THEN TRY_CAST(REGEXP_REPLACE(
                    REPLACE(
                      TRIM(' 	
\r' FROM CASE
                        WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS VARCHAR))) <= 1000
                        THEN TRIM(' 	\r
' FROM CAST("cost" AS VARCHAR))
                      END),
                      '_'
                    ),
                    '^\+'
                  ) AS DOUBLE)
                END,
                CASE LOWER(
                    CASE
                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS VARCHAR))) <= 1000
                      THEN TRIM(' 	\r
' FROM CAST("cost" AS VARCHAR))
                    END
                  )
                  WHEN 'true'
                  THEN CAST(1.0e0 AS DOUBLE)
                  WHEN 'false'
                  THEN CAST(0.0e0 AS DOUBLE)
                END
              ) AS _8,
              LOWER(TRIM(' 	\r
' FROM CAST("smoker" AS VARCHAR))) AS _0,
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
              END AS _3
            FROM visits
          ) AS _l1
        ) AS _l2
      ) AS _l4
    ) AS _rows
    WHERE
      _7 AND NOT _2 IS NULL AND NOT _3 IS NULL AND NOT _10 IS NULL
    GROUP BY
      _3,
      _2
  ) AS _cells
)
SELECT
  _cell AS k0,
  _next AS k1,
  CAST(SUM(
    CAST(CAST(CASE WHEN _size = 1 THEN 6 WHEN _size = 2 THEN 3 ELSE 0 END AS BIGINT) AS DECIMAL(38, 0))
  ) AS VARCHAR) AS m0
FROM (
  SELECT
    _one._cell AS _cell,
    _other._cell AS _next,
    _one._size AS _size,
    _one._y AS _y,
    _other._y AS _by
  FROM _units AS _one
  JOIN _units AS _other
    ON _one._unit = _other._unit AND _one._cell <= _other._cell
) AS _pairs
GROUP BY
  _cell,
  _next
