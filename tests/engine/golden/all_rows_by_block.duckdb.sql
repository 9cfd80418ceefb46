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
    CAST(SUM(n) OVER (PARTITION BY place) AS BIGINT) AS total,
    CAST(SUM(n) OVER (PARTITION BY place ORDER BY y) AS BIGINT) AS upto
  FROM (
    SELECT
      place,
      a,
      b,
      y,
      n
    FROM (
      SELECT
        (
          CAST(_1 AS BIGINT) * 2 + _4
        ) AS cell,
        _7 AS y,
        COUNT(*) AS n
      FROM (
        SELECT
          *
        FROM (
          SELECT
            *,
            DENSE_RANK() OVER (PARTITION BY _8 ORDER BY _order, _1, _4) AS _rank
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
                  ) % 20 AS _1,
                  CAST(_3 AS INT) AS _4,
                  _6 AS _7,
                  _6,
                  _8,
                  _0
                FROM (
                  SELECT
                    _0,
                    _2 AS _3,
                    CASE
                      WHEN NOT _5 IS NULL
                      THEN CASE WHEN _5 < 0 THEN 0 WHEN _5 > 120 THEN 120 ELSE CAST(_5 AS BIGINT) END
                    END AS _6,
                    _8
                  FROM (
                    SELECT
                      "smoker" AS _2,
                      "age" AS _5,
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
                      END AS _8
                    FROM visits
                  ) AS _l2
                ) AS _l4
              ) AS _rows
              WHERE
                NOT _6 IS NULL AND NOT _1 IS NULL AND NOT _4 IS NULL
            ) AS _inside
          ) AS _hashed
        ) AS _ranked
        WHERE
          _rank <= 2
      ) AS _kept
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
      ),
      (
        CAST(20 AS BIGINT),
        CAST(20 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(21 AS BIGINT),
        CAST(21 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(22 AS BIGINT),
        CAST(22 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(23 AS BIGINT),
        CAST(23 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(24 AS BIGINT),
        CAST(24 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(25 AS BIGINT),
        CAST(25 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(26 AS BIGINT),
        CAST(26 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(27 AS BIGINT),
        CAST(27 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(28 AS BIGINT),
        CAST(28 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(29 AS BIGINT),
        CAST(29 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(30 AS BIGINT),
        CAST(30 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(31 AS BIGINT),
        CAST(31 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(32 AS BIGINT),
        CAST(32 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(33 AS BIGINT),
        CAST(33 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(34 AS BIGINT),
        CAST(34 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(35 AS BIGINT),
        CAST(35 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(36 AS BIGINT),
        CAST(36 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(37 AS BIGINT),
        CAST(37 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(38 AS BIGINT),
        CAST(38 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(39 AS BIGINT),
        CAST(39 AS BIGINT),
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
    upto + 2147483650
  ) > a * total
  AND b * (
    upto - n - 2147483648
  ) <= a * total
