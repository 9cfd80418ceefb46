SELECT
  _9 AS k0,
  COUNT(*) AS m0,
  CAST(SUM(_2) AS TEXT) AS m1
FROM (
  SELECT
    CASE
      WHEN 0 <= _7 AND 0 <= _8
      THEN 0
      WHEN _7 <= _8
      THEN 1
      WHEN NOT _8 IS NULL
      THEN 2
    END AS _9,
    _2
  FROM (
    SELECT
      CAST(1152921508206836927 AS BIGINT) + CAST(_2 AS BIGINT) * -10737417240 + CAST(_5 AS BIGINT) * -120014000 AS _7,
      CAST(1099511617727 AS BIGINT) + CAST(_2 AS BIGINT) * 10486760 + CAST(_5 AS BIGINT) * -14000 AS _8,
      _2
    FROM (
      SELECT
        _4 AS _5,
        CAST(FLOOR(_1 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _2
      FROM (
        SELECT
          CASE
            WHEN NOT _3 IS NULL
            THEN CASE WHEN _3 < 0 THEN 0 WHEN _3 > 120 THEN 120 ELSE CAST(_3 AS BIGINT) END
          END AS _4,
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
            TRY_CAST("cost" AS DOUBLE) AS _0
          FROM visits
        ) AS _l2
      ) AS _l4
    ) AS _l9
  ) AS _l11
) AS _rows
GROUP BY
  _9
