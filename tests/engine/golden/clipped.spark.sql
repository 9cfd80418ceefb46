SELECT
  COUNT(*) AS m0,
  CAST(SUM(
    CAST(CASE
      WHEN _4 < 0
      THEN -CAST((
        (
          -_4
        ) * _11
      ) DIV 16777216 AS BIGINT)
      ELSE CAST((
        _4 * _11
      ) DIV 16777216 AS BIGINT)
    END AS DECIMAL(38, 0))
  ) AS STRING) AS m1,
  CAST(SUM(
    CAST(CASE
      WHEN _8 < 0
      THEN -CAST((
        (
          -_8
        ) * _11
      ) DIV 16777216 AS BIGINT)
      ELSE CAST((
        _8 * _11
      ) DIV 16777216 AS BIGINT)
    END AS DECIMAL(38, 0))
  ) AS STRING) AS m2
FROM (
  SELECT
    _4,
    CASE
      WHEN _9 <= 4503599627370496
      THEN 16777216
      WHEN _9 > 4503599627370496
      THEN CASE
        WHEN CAST(_10 + 1 AS DECIMAL(38, 0)) * CAST(_10 + 1 AS DECIMAL(38, 0)) * CAST(_9 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _10 + 1
        WHEN CAST(_10 AS DECIMAL(38, 0)) * CAST(_10 AS DECIMAL(38, 0)) * CAST(_9 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _10
        WHEN CAST(_10 - 1 AS DECIMAL(38, 0)) * CAST(_10 - 1 AS DECIMAL(38, 0)) * CAST(_9 AS DECIMAL(38, 0)) <= CAST('1267650600228229401496703205376' AS DECIMAL(38, 0))
        THEN _10 - 1
        ELSE 0
      END
    END AS _11,
    _8,
    _6
  FROM (
    SELECT
      _9,
      CAST(CASE
        WHEN SQRT(CAST(1.2676506002282294e+30 AS DOUBLE) / CAST(NULLIF(_9, 0) AS DOUBLE)) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
        THEN CAST(FLOOR(SQRT(CAST(1.2676506002282294e+30 AS DOUBLE) / CAST(NULLIF(_9, 0) AS DOUBLE))) AS DOUBLE)
        ELSE SQRT(CAST(1.2676506002282294e+30 AS DOUBLE) / CAST(NULLIF(_9, 0) AS DOUBLE))
      END AS BIGINT) AS _10,
      _4,
      _8,
      _6
    FROM (
      SELECT
        _4 * _4 + _8 * _8 AS _9,
        _4,
        _8,
        _6
      FROM (
        SELECT
          CASE
            WHEN (
              CAST(_3 AS BIGINT) * 2 - 400080
            ) < 0
            THEN -CAST((
              (
                -(
                  CAST(_3 AS BIGINT) * 2 - 400080
                )
              ) * 67108864
            ) DIV 400080 AS BIGINT)
            ELSE CAST((
              (
                CAST(_3 AS BIGINT) * 2 - 400080
              ) * 67108864
            ) DIV 400080 AS BIGINT)
          END AS _4,
          CASE
            WHEN (
              CAST(_7 AS BIGINT) * 2 - 120
            ) < 0
            THEN -CAST((
              (
                -(
                  CAST(_7 AS BIGINT) * 2 - 120
                )
              ) * 67108864
            ) DIV 120 AS BIGINT)
            ELSE CAST((
              (
                CAST(_7 AS BIGINT) * 2 - 120
              ) * 67108864
            ) DIV 120 AS BIGINT)
          END AS _8,
          _6
        FROM (
          SELECT
            CAST(CASE
              WHEN _2 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
              THEN CAST(FLOOR(_2 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
              ELSE _2 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
            END AS BIGINT) AS _3,
            _6 AS _7,
            _6
          FROM (
            SELECT
              CASE
                WHEN _1 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN CASE
                  WHEN _1 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _1 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _1
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _2,
              CASE
                WHEN NOT _5 IS NULL
                THEN CASE WHEN _5 < 0 THEN 0 WHEN _5 > 120 THEN 120 ELSE CAST(_5 AS BIGINT) END
              END AS _6
            FROM (
              SELECT
                CASE
                  WHEN CAST(_0 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND (
                    CAST(_0 AS DOUBLE)
                  ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                  THEN CAST(_0 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_0 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_0 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_0 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_0 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_0 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_0 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_0 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_0 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_0 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                  ELSE CAST(_0 AS DOUBLE)
                END AS _1,
                _5
              FROM (
                SELECT
                  TRY_CAST(`cost` AS DOUBLE) AS _0,
                  `age` AS _5
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l4
        ) AS _l5
      ) AS _l6
    ) AS _l7
  ) AS _l8
) AS _rows
WHERE
  NOT _6 IS NULL
