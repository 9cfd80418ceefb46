SELECT
  _10 AS k0,
  _11 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(_2) AS TEXT) AS m1
FROM (
  SELECT
    CASE
      WHEN _9 < 1048576
      THEN 0
      WHEN _9 >= 1099511627776
      THEN 3
      WHEN _9 >= 1048576
      THEN CASE
        WHEN _9 < 1073741824
        THEN 0
        ELSE CASE WHEN _9 < 1099511627776 THEN 1 ELSE 2 END
      END + 1
    END AS _10,
    _11,
    _2
  FROM (
    SELECT
      CAST(5 AS BIGINT) + (
        CAST(_2 AS BIGINT) * 2 - 400080
      ) * (
        CAST(_2 AS BIGINT) * 2 - 400080
      ) * 3 + CAST(CAST(_5 AS INT) AS BIGINT) * 1073741824 + (
        CAST(_8 AS BIGINT) * 2 - 120
      ) * (
        CAST(_8 AS BIGINT) * 2 - 120
      ) * 7 AS _9,
      _11,
      _2
    FROM (
      SELECT
        _4 = TRUE AS _5,
        _7 AS _8,
        CAST(FLOOR(_1 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _2,
        CAST(_4 AS INT) AS _11
      FROM (
        SELECT
          _3 AS _4,
          CASE
            WHEN NOT _6 IS NULL
            THEN CASE WHEN _6 < 0 THEN 0 WHEN _6 > 120 THEN 120 ELSE CAST(_6 AS BIGINT) END
          END AS _7,
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
            "smoker" AS _3,
            "age" AS _6,
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
