SELECT
  COUNT(*) AS m0,
  CAST(SUM(
    CASE
      WHEN _3 < 0
      THEN -CAST((
        (
          -_3
        ) * _10
      ) // 16777216 AS BIGINT)
      ELSE CAST((
        _3 * _10
      ) // 16777216 AS BIGINT)
    END
  ) AS TEXT) AS m1,
  CAST(SUM(
    CASE
      WHEN _7 < 0
      THEN -CAST((
        (
          -_7
        ) * _10
      ) // 16777216 AS BIGINT)
      ELSE CAST((
        _7 * _10
      ) // 16777216 AS BIGINT)
    END
  ) AS TEXT) AS m2
FROM (
  SELECT
    _3,
    CASE
      WHEN _8 <= 4503599627370496
      THEN 16777216
      WHEN _8 > 4503599627370496
      THEN CASE
        WHEN CAST(_9 + 1 AS DECIMAL(38, 0)) * CAST(_9 + 1 AS DECIMAL(38, 0)) * CAST(_8 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _9 + 1
        WHEN CAST(_9 AS DECIMAL(38, 0)) * CAST(_9 AS DECIMAL(38, 0)) * CAST(_8 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _9
        WHEN CAST(_9 - 1 AS DECIMAL(38, 0)) * CAST(_9 - 1 AS DECIMAL(38, 0)) * CAST(_8 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _9 - 1
        ELSE 0
      END
    END AS _10,
    _7,
    _5
  FROM (
    SELECT
      _8,
      CAST(FLOOR(SQRT(CAST(1.2676506002282294e+30 AS DOUBLE) / CAST(NULLIF(_8, 0) AS DOUBLE))) AS BIGINT) AS _9,
      _3,
      _7,
      _5
    FROM (
      SELECT
        _3 * _3 + _7 * _7 AS _8,
        _3,
        _7,
        _5
      FROM (
        SELECT
          CASE
            WHEN (
              CAST(_2 AS BIGINT) * 2 - 400080
            ) < 0
            THEN -CAST((
              (
                -(
                  CAST(_2 AS BIGINT) * 2 - 400080
                )
              ) * 67108864
            ) // 400080 AS BIGINT)
            ELSE CAST((
              (
                CAST(_2 AS BIGINT) * 2 - 400080
              ) * 67108864
            ) // 400080 AS BIGINT)
          END AS _3,
          CASE
            WHEN (
              CAST(_6 AS BIGINT) * 2 - 120
            ) < 0
            THEN -CAST((
              (
                -(
                  CAST(_6 AS BIGINT) * 2 - 120
                )
              ) * 67108864
            ) // 120 AS BIGINT)
            ELSE CAST((
              (
                CAST(_6 AS BIGINT) * 2 - 120
              ) * 67108864
            ) // 120 AS BIGINT)
          END AS _7,
          _5
        FROM (
          SELECT
            CAST(FLOOR(_1 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _2,
            _5 AS _6,
            _5
          FROM (
            SELECT
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
              END AS _1,
              CASE
                WHEN NOT _4 IS NULL
                THEN CASE WHEN _4 < 0 THEN 0 WHEN _4 > 120 THEN 120 ELSE CAST(_4 AS BIGINT) END
              END AS _5
            FROM (
              SELECT
                TRY_CAST("cost" AS DOUBLE) AS _0,
                "age" AS _4
              FROM visits
            ) AS _l2
          ) AS _l4
        ) AS _l5
      ) AS _l6
    ) AS _l7
  ) AS _l8
) AS _rows
WHERE
  NOT _5 IS NULL
