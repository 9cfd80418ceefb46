SELECT
  _3 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN _1 BETWEEN CAST(-10.0e0 AS DOUBLE) AND CAST(50000.0e0 AS DOUBLE)
      THEN CAST(CASE
        WHEN _1 = CAST(50000.0e0 AS DOUBLE)
        THEN CAST(4.0e0 AS DOUBLE)
        WHEN _1 < CAST(-10.0e0 AS DOUBLE) + _2 * CAST(10002.0e0 AS DOUBLE)
        THEN _2 - CAST(1.0e0 AS DOUBLE)
        WHEN _1 >= CAST(-10.0e0 AS DOUBLE) + (
          _2 + CAST(1.0e0 AS DOUBLE)
        ) * CAST(10002.0e0 AS DOUBLE)
        THEN _2 + CAST(1.0e0 AS DOUBLE)
        ELSE _2
      END AS INT)
    END AS _3
  FROM (
    SELECT
      _1,
      FLOOR((
        _1 - CAST(-10.0e0 AS DOUBLE)
      ) / CAST(10002.0e0 AS DOUBLE)) AS _2
    FROM (
      SELECT
        CASE
          WHEN _0 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
          THEN CASE
            WHEN _0 < CAST(-10.0e0 AS DOUBLE)
            THEN CAST(-10.0e0 AS DOUBLE)
            WHEN _0 > CAST(50000.0e0 AS DOUBLE)
            THEN CAST(50000.0e0 AS DOUBLE)
            ELSE _0
          END
          ELSE CAST(0.1e0 AS DOUBLE)
        END AS _1
      FROM (
        SELECT
          TRY_CAST(`cost` AS DOUBLE) AS _0
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l3
) AS _rows
GROUP BY
  _3
