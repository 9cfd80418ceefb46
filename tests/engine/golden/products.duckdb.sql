SELECT
  _2 AS k0,
  COUNT(*) FILTER(WHERE
    NOT _4 IS NULL AND NOT _6 IS NULL AND NOT _9 IS NULL) AS m0,
  CAST(SUM(_10 * _11) FILTER(WHERE
    NOT _9 IS NULL) AS TEXT) AS m1,
  CAST(SUM(_11 * _12) FILTER(WHERE
    NOT _4 IS NULL) AS TEXT) AS m2
FROM (
  SELECT
    CASE WHEN _1 THEN 1 WHEN NOT _1 THEN 0 END AS _2,
    _9,
    _4,
    _6,
    CAST(FLOOR(_4 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _10,
    _6 AS _11,
    CAST(FLOOR(_9 * CAST(1048576.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _12
  FROM (
    SELECT
      _0 AS _1,
      CASE
        WHEN ISFINITE(_3)
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
        WHEN NOT _5 IS NULL
        THEN CASE WHEN _5 < 0 THEN 0 WHEN _5 > 120 THEN 120 ELSE CAST(_5 AS BIGINT) END
      END AS _6,
      CASE
        WHEN ISFINITE(_8)
        THEN CASE
          WHEN _8 < CAST(0.0e0 AS DOUBLE)
          THEN CAST(0.0e0 AS DOUBLE)
          WHEN _8 > CAST(1.0e0 AS DOUBLE)
          THEN CAST(1.0e0 AS DOUBLE)
          ELSE _8
        END
      END AS _9
    FROM (
      SELECT
        _0,
        _3,
        _5,
        CASE
          WHEN CAST(_7 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND CAST(_7 AS DOUBLE) = FLOOR(CAST(_7 AS DOUBLE))
          THEN CAST(_7 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_7 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_7 AS DOUBLE)
            THEN LENGTH(CAST(ABS(CAST(_7 AS DOUBLE)) AS TEXT)) > 15
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_7 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
          ELSE CAST(_7 AS DOUBLE)
        END AS _8
      FROM (
        SELECT
          TRY_CAST(CAST("score" AS TEXT) AS DOUBLE) AS _7,
          "smoker" AS _0,
          TRY_CAST("cost" AS DOUBLE) AS _3,
          "age" AS _5
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
GROUP BY
  _2
