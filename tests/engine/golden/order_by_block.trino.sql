SELECT
  place,
  total,
  y,
  n,
  upto
FROM (
  SELECT
    place,
    a,
    b,
    y,
    n,
    CAST(SUM(CAST(n AS DECIMAL(38, 0))) OVER (PARTITION BY place) AS BIGINT) AS total,
    CAST(SUM(CAST(n AS DECIMAL(38, 0))) OVER (PARTITION BY place ORDER BY y) AS BIGINT) AS upto
  FROM (
    SELECT
      place,
      a,
      b,
      y,
      n
    FROM (
      SELECT
        CAST(_19 AS BIGINT) AS cell,
        _20 AS y,
        COUNT(*) AS n
      FROM (
        SELECT
          (
            FROM_BASE(
              SUBSTR(
                LOWER(
                  TO_HEX(
                    MD5(
                      TO_UTF8(
                        CONCAT(
                          '20250101',
                          CASE
                            WHEN NOT _1 IS NULL
                            THEN CONCAT(CAST(LENGTH(CAST(_1 AS VARCHAR)) AS VARCHAR), ':', CAST(_1 AS VARCHAR))
                            ELSE '~'
                          END,
                          CASE
                            WHEN NOT _5 IS NULL
                            THEN CONCAT(CAST(LENGTH(CAST(_5 AS VARCHAR)) AS VARCHAR), ':', CAST(_5 AS VARCHAR))
                            ELSE '~'
                          END,
                          CASE
                            WHEN NOT _9 IS NULL
                            THEN CONCAT(CAST(LENGTH(CAST(_9 AS VARCHAR)) AS VARCHAR), ':', CAST(_9 AS VARCHAR))
                            ELSE '~'
                          END,
                          CASE
                            WHEN NOT _11 IS NULL
                            THEN CONCAT(CAST(LENGTH(CAST(_11 AS VARCHAR)) AS VARCHAR), ':', CAST(_11 AS VARCHAR))
                            ELSE '~'
                          END,
                          CASE
                            WHEN NOT _14 IS NULL
                            THEN CONCAT(CAST(LENGTH(CAST(_14 AS VARCHAR)) AS VARCHAR), ':', CAST(_14 AS VARCHAR))
                            ELSE '~'
                          END,
                          CASE
                            WHEN NOT _17 IS NULL
                            THEN CONCAT(CAST(LENGTH(CAST(_17 AS VARCHAR)) AS VARCHAR), ':', CAST(_17 AS VARCHAR))
                            ELSE '~'
                          END,
                          CASE
                            WHEN NOT _18 IS NULL
                            THEN CONCAT(CAST(LENGTH(CAST(_18 AS VARCHAR)) AS VARCHAR), ':', CAST(_18 AS VARCHAR))
                            ELSE '~'
                          END
                        )
                      )
                    )
                  )
                ),
                1,
                7
              ),
              16
            )
          ) % 20 AS _19,
          _1 AS _20
        FROM (
          SELECT
            _1,
            CAST(FLOOR(
              _4 * CAST(16777216.0e0 AS DOUBLE) - CAST(-167772160.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
            ) AS BIGINT) AS _5,
            CAST(FLOOR(_8 * CAST(549755813888.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _9,
            _11,
            CAST(_13 AS INTEGER) AS _14,
            DATE_DIFF('day', CAST('1970-01-01' AS DATE), _16) AS _17,
            _18
          FROM (
            SELECT
              CASE
                WHEN _3 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN CASE
                  WHEN _3 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _3 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _3
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _4,
              CASE
                WHEN _7 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN CASE
                  WHEN _7 < CAST(0.0e0 AS DOUBLE)
                  THEN CAST(0.0e0 AS DOUBLE)
                  WHEN _7 > CAST(1.0e0 AS DOUBLE)
                  THEN CAST(1.0e0 AS DOUBLE)
                  ELSE _7
                END
              END AS _8,
              _12 AS _13,
              CASE
                WHEN _15 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
                THEN _15
              END AS _16,
              CASE
                WHEN NOT _0 IS NULL
                THEN CASE WHEN _0 < 0 THEN 0 WHEN _0 > 120 THEN 120 ELSE CAST(_0 AS BIGINT) END
              END AS _1,
              CASE
                WHEN LENGTH(_10) BETWEEN 1 AND 1000
                THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY['A', 'B''; --'], _10), 0) - 1, 2)
              END AS _11,
              _18
            FROM (
              SELECT
                CASE
                  WHEN CAST(_2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND CAST(_2 AS DOUBLE) = FLOOR(CAST(_2 AS DOUBLE))
                  THEN CAST(_2 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_2 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_2 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_2 AS DOUBLE)) AS VARCHAR), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_2 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_2 AS DOUBLE) AS REAL) AS VARCHAR) AS DOUBLE)
                  ELSE CAST(_2 AS DOUBLE)
                END AS _3,
                CASE
                  WHEN CAST(_6 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND CAST(_6 AS DOUBLE) = FLOOR(CAST(_6 AS DOUBLE))
                  THEN CAST(_6 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_6 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_6 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_6 AS DOUBLE)) AS VARCHAR), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_6 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_6 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_6 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_6 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_6 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_6 AS DOUBLE) AS REAL) AS VARCHAR) AS DOUBLE)
                  ELSE CAST(_6 AS DOUBLE)
                END AS _7,
                _12,
                _15,
                _0,
                _10,
                _18
              FROM (
                SELECT
                  TRY_CAST("cost" AS DOUBLE) AS _2,
                  TRY_CAST(CAST("score" AS VARCHAR) AS DOUBLE) AS _6,
                  "smoker" AS _12,
                  CAST(AT_TIMEZONE(TRY_CAST("day" AS TIMESTAMP(12) WITH TIME ZONE), 'UTC') AS DATE) AS _15,
                  "age" AS _0,
                  TRIM(' 	\r
' FROM CAST("ward's ""name""" AS VARCHAR)) AS _10,
                  CASE
                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS VARCHAR))) <= 1000
                    THEN TRIM(' 	\r
' FROM CAST("patient" AS VARCHAR))
                  END AS _18
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l3
        ) AS _l4
      ) AS _rows
      GROUP BY
        1,
        2
    ) AS _points
    JOIN (VALUES
      (
        CAST(0 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(1 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(2 AS BIGINT),
        CAST(2 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(3 AS BIGINT),
        CAST(3 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(4 AS BIGINT),
        CAST(4 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(5 AS BIGINT),
        CAST(5 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(6 AS BIGINT),
        CAST(6 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(7 AS BIGINT),
        CAST(7 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(8 AS BIGINT),
        CAST(8 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(9 AS BIGINT),
        CAST(9 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(10 AS BIGINT),
        CAST(10 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(11 AS BIGINT),
        CAST(11 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(12 AS BIGINT),
        CAST(12 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(13 AS BIGINT),
        CAST(13 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(14 AS BIGINT),
        CAST(14 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(15 AS BIGINT),
        CAST(15 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(16 AS BIGINT),
        CAST(16 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(17 AS BIGINT),
        CAST(17 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(18 AS BIGINT),
        CAST(18 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(19 AS BIGINT),
        CAST(19 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      )) AS _ranges(cell, place, low, high, a, b)
      ON _points.cell = _ranges.cell AND y BETWEEN low AND high
  ) AS _parted
) AS _summed
WHERE
  b * (
    upto + 2
  ) > a * total AND b * (
    upto - n - 0
  ) <= a * total
