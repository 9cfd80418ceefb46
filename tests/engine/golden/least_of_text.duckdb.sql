SELECT
  _5 AS k0,
  _8 AS k1,
  COALESCE(MIN(_12), 120) AS m0,
  COUNT(*) AS m1
FROM (
  SELECT
    ENUM_CODE(TRY_CAST(_4 AS ENUM('1', '2', '5'))) AS _5,
    CAST(_7 AS INT) AS _8,
    _11 AS _12,
    _10
  FROM (
    SELECT
      TRIM(
        CAST(CASE
          WHEN _1 < _3
          THEN CAST(_1 AS BIGINT) * 3 + _3
          WHEN _3 < _1
          THEN CAST(_3 AS BIGINT) * 3 + _1
        END AS TEXT),
        ' 	\r
'
      ) AS _4,
      _7,
      _11,
      _10
    FROM (
      SELECT
        ENUM_CODE(TRY_CAST(_0 AS ENUM('A', 'B''; --', ' 2'))) AS _1,
        ENUM_CODE(TRY_CAST(_2 AS ENUM(' 0', 'B''; --', 'C'))) AS _3,
        CASE
          WHEN _6 IN ('true', 't', 'yes', 'y', '1')
          THEN TRUE
          WHEN _6 IN ('false', 'f', 'no', 'n', '0')
          THEN FALSE
        END AS _7,
        CASE
          WHEN ISFINITE(_10)
          THEN CAST(FLOOR(
            (
              CASE
                WHEN _10 < CAST(0.0e0 AS DOUBLE)
                THEN CAST(0.0e0 AS DOUBLE)
                WHEN _10 > CAST(120.0e0 AS DOUBLE)
                THEN CAST(120.0e0 AS DOUBLE)
                ELSE _10
              END
            ) + CAST(0.5e0 AS DOUBLE)
          ) AS BIGINT)
        END AS _11,
        _10
      FROM (
        SELECT
          _0,
          _2,
          _6,
          CASE
            WHEN CAST(_9 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
            AND CAST(_9 AS DOUBLE) = FLOOR(CAST(_9 AS DOUBLE))
            THEN CAST(_9 AS DOUBLE)
            WHEN CASE
              WHEN TRY_CAST(TRY_CAST(CAST(_9 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_9 AS DOUBLE)
              THEN LENGTH(CAST(ABS(CAST(_9 AS DOUBLE)) AS TEXT)) > 15
            END
            THEN TRY_CAST(CAST(TRY_CAST(CAST(_9 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
            ELSE CAST(_9 AS DOUBLE)
          END AS _10
        FROM (
          SELECT
            COALESCE(
              TRY_CAST(CASE
                WHEN LENGTH(TRIM(CAST("age" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("age" AS TEXT), ' 	\r
')
              END AS DOUBLE),
              CASE LOWER(
                  CASE
                    WHEN LENGTH(TRIM(CAST("age" AS TEXT), ' 	\r
')) <= 1000
                    THEN TRIM(CAST("age" AS TEXT), ' 	\r
')
                  END
                )
                WHEN 'true'
                THEN CAST(1.0e0 AS DOUBLE)
                WHEN 'false'
                THEN CAST(0.0e0 AS DOUBLE)
              END
            ) AS _9,
            TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
') AS _0,
            TRIM(CAST("next" AS TEXT), ' 	\r
') AS _2,
            LOWER(TRIM(CAST("smoker" AS TEXT), ' 	\r
')) AS _6
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
WHERE
  ISFINITE(_10)
GROUP BY
  _5,
  _8
