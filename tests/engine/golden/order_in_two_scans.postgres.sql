WITH _ends AS MATERIALIZED (
  SELECT
    at,
    place,
    a,
    b,
    total,
    MIN((
      upto - n
    )) AS below,
    MIN(bucket) << 3 AS low,
    (
      MAX(bucket) + 1
    ) << 3 AS high
  FROM (
    SELECT
      *
    FROM (
      SELECT
        at,
        place,
        a,
        b,
        bucket,
        n,
        CAST(SUM(CAST(n AS BIGINT)) OVER (PARTITION BY place) AS BIGINT) AS total,
        CAST(SUM(CAST(n AS BIGINT)) OVER (PARTITION BY place ORDER BY bucket) AS BIGINT) AS upto
      FROM (
        SELECT
          _ranges.at,
          place,
          a,
          b,
          bucket,
          n
        FROM (
          SELECT
            CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE DIV(line, 16) END AS at,
            CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE line % 16 END AS bucket,
            n
          FROM (
            SELECT
              at * 16 + (
                y >> 3
              ) AS line,
              COUNT(*) AS n
            FROM (
              SELECT
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CAST(0 AS BIGINT) + 1
                END AS at,
                _2 AS y
              FROM (
                SELECT
                  _1 AS _2
                FROM (
                  SELECT
                    CASE
                      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                      THEN NULL
                      ELSE CASE
                        WHEN NOT _0 IS NULL
                        THEN CASE WHEN _0 < 0 THEN 0 WHEN _0 > 120 THEN 120 ELSE CAST(_0 AS BIGINT) END
                      END
                    END AS _1
                  FROM (
                    SELECT
                      "age" AS _0
                    FROM visits
                  ) AS _l2
                ) AS _l4
              ) AS _rows
            ) AS _placed
            WHERE
              NOT y IS NULL
            GROUP BY
              1
            OFFSET 0
          ) AS _counts
        ) AS _split
        JOIN (VALUES
          (CAST(1 AS BIGINT), CAST(0 AS BIGINT), CAST(1 AS BIGINT), CAST(2 AS BIGINT))) AS _ranges(at, place, a, b)
          ON _split.at = _ranges.at
      ) AS _parted
      OFFSET 0
    ) AS _sums
    WHERE
      b * (
        upto + 5
      ) > a * total AND b * (
        upto - n - 3
      ) <= a * total
    OFFSET 0
  ) AS _around
  GROUP BY
    1,
    2,
    3,
    4,
    5
)
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
    total,
    y,
    n,
    CAST(below + SUM(CAST(n AS BIGINT)) OVER (PARTITION BY place ORDER BY y) AS BIGINT) AS upto
  FROM (
    SELECT
      _placed.at AS at,
      _placed.y AS y,
      COUNT(*) AS n
    FROM (
      SELECT
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CAST(0 AS BIGINT) + 1
        END AS at,
        _2 AS y
      FROM (
        SELECT
          _1 AS _2
        FROM (
          SELECT
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE CASE
                WHEN NOT _0 IS NULL
                THEN CASE WHEN _0 < 0 THEN 0 WHEN _0 > 120 THEN 120 ELSE CAST(_0 AS BIGINT) END
              END
            END AS _1
          FROM (
            SELECT
              "age" AS _0
            FROM (
              SELECT
                "age"
              FROM visits
              WHERE
                CAST("age" AS DOUBLE PRECISION) BETWEEN (
                  SELECT
                    CASE
                      WHEN MIN(low) > 2
                      THEN (
                        CAST(MIN(low) AS DOUBLE PRECISION) + CAST(0.0e0 AS DOUBLE PRECISION)
                      ) * CAST(1.0e0 AS DOUBLE PRECISION) + CAST(-3.000028610229492e0 AS DOUBLE PRECISION)
                      ELSE CAST(-1.7976931348623157e+308 AS DOUBLE PRECISION)
                    END
                  FROM _ends
                  OFFSET 0
                ) AND (
                  SELECT
                    CASE
                      WHEN MAX(high) < 118
                      THEN (
                        CAST(MAX(high) AS DOUBLE PRECISION) + CAST(0.0e0 AS DOUBLE PRECISION)
                      ) * CAST(1.0e0 AS DOUBLE PRECISION) + CAST(3.000028610229492e0 AS DOUBLE PRECISION)
                      ELSE CAST(1.7976931348623157e+308 AS DOUBLE PRECISION)
                    END
                  FROM _ends
                  OFFSET 0
                )
            ) AS _near
          ) AS _l2
        ) AS _l4
      ) AS _rows
    ) AS _placed
    WHERE
      NOT y IS NULL
      AND y >= (
        ARRAY(SELECT
          low
        FROM _ends
        RIGHT JOIN (VALUES
          (1),
          (2)) AS _at(at)
          ON _ends.at = _at.at
        ORDER BY
          _at.at NULLS FIRST)
      )[at]
      AND y < (
        ARRAY(SELECT
          high
        FROM _ends
        RIGHT JOIN (VALUES
          (1),
          (2)) AS _at(at)
          ON _ends.at = _at.at
        ORDER BY
          _at.at NULLS FIRST)
      )[at]
    GROUP BY
      1,
      2
    OFFSET 0
  ) AS _fine
  JOIN _ends
    ON _fine.at = _ends.at
  OFFSET 0
) AS _found
WHERE
  b * (
    upto + 5
  ) > a * total AND b * (
    upto - n - 3
  ) <= a * total
