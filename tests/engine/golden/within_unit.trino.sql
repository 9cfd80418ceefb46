WITH _units AS (
  SELECT
    _unit,
    _cell,
    _size,
    CAST(CASE WHEN _left < -150 THEN -150 WHEN _left > 150 THEN 150 ELSE _left END AS BIGINT) AS _y
  FROM (
    SELECT
      _unit,
      _cell,
      _size,
      _d - (
        CASE
          WHEN _total < 0
          THEN -CAST((
            (
              -_total
            ) * 1
          ) / (
            _size + 2
          ) AS BIGINT)
          ELSE CAST((
            _total * 1
          ) / (
            _size + 2
          ) AS BIGINT)
        END
      ) AS _left
    FROM (
      SELECT
        _unit,
        _cell,
        _size,
        _d,
        CAST(SUM(CAST(_d AS DECIMAL(38, 0))) OVER (PARTITION BY _unit) AS BIGINT) AS _total
      FROM (
        SELECT
          _unit,
          _cell,
          _size,
          (
            CASE
              WHEN (
                _y * 2 - 1048576
              ) < 0
              THEN -CAST((
                (
                  -(
                    _y * 2 - 1048576
                  )
                ) * 256
              ) / 1048576 AS BIGINT)
              ELSE CAST((
                (
                  _y * 2 - 1048576
                ) * 256
              ) / 1048576 AS BIGINT)
            END
          ) - (
            CASE WHEN _cell = 0 THEN -3 WHEN _cell = 1 THEN 0 WHEN _cell = 2 THEN 17 END
          ) AS _d
        FROM (
          SELECT
            _unit,
            _cell,
            _y,
            COUNT(*) OVER (PARTITION BY _unit) AS _size
          FROM (
            SELECT
              _2 AS _unit,
              _1 AS _cell,
              CAST(CAST(SUM(CAST(_6 AS DECIMAL(38, 0))) AS BIGINT) / COUNT(*) AS BIGINT) AS _y
            FROM (
              SELECT
                _1,
                _2,
                CAST(FLOOR(_5 * CAST(1048576.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _6
              FROM (
                SELECT
                  CASE
                    WHEN _4 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                    THEN CASE
                      WHEN _4 < CAST(0.0e0 AS DOUBLE)
                      THEN CAST(0.0e0 AS DOUBLE)
                      WHEN _4 > CAST(1.0e0 AS DOUBLE)
                      THEN CAST(1.0e0 AS DOUBLE)
                      ELSE _4
                    END
                  END AS _5,
                  CASE
                    WHEN LENGTH(_0) BETWEEN 1 AND 1000
                    THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0), 0) - 1, 2)
                  END AS _1,
                  _2
                FROM (
                  SELECT
                    CASE
                      WHEN CAST(_3 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                      AND CAST(_3 AS DOUBLE) = FLOOR(CAST(_3 AS DOUBLE))
                      THEN CAST(_3 AS DOUBLE)
                      WHEN CASE
                        WHEN TRY_CAST(TRY_CAST(CAST(_3 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_3 AS DOUBLE)
                        THEN LENGTH(
                          TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_3 AS DOUBLE)) AS VARCHAR), 'E', 1), '.', ''))
                        ) > CASE
                          WHEN ABS(CAST(_3 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                          THEN 10
                          WHEN ABS(CAST(_3 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                          THEN 14
                          WHEN ABS(CAST(_3 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                          THEN 13
                          WHEN ABS(CAST(_3 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                          THEN 12
                          WHEN ABS(CAST(_3 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                          THEN 11
                          ELSE 10
                        END
                      END
                      THEN TRY_CAST(CAST(TRY_CAST(CAST(_3 AS DOUBLE) AS REAL) AS VARCHAR) AS DOUBLE)
                      ELSE CAST(_3 AS DOUBLE)
                    END AS _4,
                    _0,
                    _2
                  FROM (
                    SELECT
                      TRY_CAST(CAST("score" AS VARCHAR) AS DOUBLE) AS _3,
                      TRIM(' 	\r
' FROM CAST("ward's ""name""" AS VARCHAR)) AS _0,
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
                      END AS _2
                    FROM visits
                  ) AS _l1
                ) AS _l2
              ) AS _l4
            ) AS _rows
            WHERE
              NOT _1 IS NULL AND NOT _2 IS NULL AND NOT _6 IS NULL
            GROUP BY
              _2,
              _1
          ) AS _cells
        ) AS _units
      ) AS _apart
    ) AS _levels
  ) AS _lefts
)
SELECT
  _cell AS k0,
  _next AS k1,
  CAST(SUM(
    CAST(CAST(CASE WHEN _size = 1 THEN 12 WHEN _size = 2 THEN 6 WHEN _size = 3 THEN 4 ELSE 0 END AS BIGINT) * _y * _by AS DECIMAL(38, 0))
  ) AS VARCHAR) AS m0,
  CAST(SUM(
    CAST(CAST(CASE WHEN _size = 1 THEN 6 WHEN _size = 2 THEN 3 WHEN _size = 3 THEN 2 ELSE 0 END AS BIGINT) AS DECIMAL(38, 0))
  ) AS VARCHAR) AS m1
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
