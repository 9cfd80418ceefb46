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
        CAST(0 AS BIGINT) AS cell,
        _2 AS y,
        COUNT(*) AS n
      FROM (
        SELECT
          _1 AS _2
        FROM (
          SELECT
            CASE
              WHEN NOT _0 IS NULL
              THEN CASE WHEN _0 < 0 THEN 0 WHEN _0 > 120 THEN 120 ELSE CAST(_0 AS BIGINT) END
            END AS _1
          FROM (
            SELECT
              "age" AS _0
            FROM visits
          ) AS _l2
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
      )) AS _ranges(cell, place, low, high, a, b)
      ON _points.cell = _ranges.cell AND y BETWEEN low AND high
  ) AS _parted
) AS _summed
WHERE
  b * (
    upto + 5
  ) > a * total AND b * (
    upto - n - 3
  ) <= a * total
