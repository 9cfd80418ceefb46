SELECT
  _10 AS k0,
  _11 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(_2) AS TEXT) AS m1,
  COUNT(*) FILTER(WHERE
    _8) AS m2
FROM (
  SELECT
    CASE
      WHEN _9 < -50
      THEN 0
      WHEN _9 >= 50
      THEN 11
      WHEN _9 >= -50
      THEN CAST((
        _9 - -50
      ) // 10 AS INT) + 1
    END AS _10,
    _11,
    _2,
    _8
  FROM (
    SELECT
      CAST(-7 AS BIGINT) + CAST(_2 AS BIGINT) * -3 + CAST(_5 AS BIGINT) * 1099511627776 + CAST(CAST(_8 AS INT) AS BIGINT) * 5 AS _9,
      _11,
      _2,
      _8
    FROM (
      SELECT
        _4 AS _5,
        _7 = TRUE AS _8,
        CAST(FLOOR(_1 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _2,
        CAST(_7 AS INT) AS _11
      FROM (
        SELECT
          CASE
            WHEN NOT _3 IS NULL
            THEN CASE WHEN _3 < 0 THEN 0 WHEN _3 > 120 THEN 120 ELSE CAST(_3 AS BIGINT) END
          END AS _4,
          _6 AS _7,
          CASE
            WHEN ISFINITE(_0)
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
            "age" AS _3,
            "smoker" AS _6,
            TRY_CAST("cost" AS DOUBLE) AS _0
          FROM visits
        ) AS _l2
      ) AS _l4
    ) AS _l9
  ) AS _l11
) AS _rows
GROUP BY
  _10,
  _11
