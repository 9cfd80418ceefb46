SELECT
  CAST(SUM(_3) FILTER(WHERE
    ISFINITE(_5)) AS TEXT) AS m0,
  CAST(SUM(_7) AS TEXT) AS m1
FROM (
  SELECT
    CAST(FLOOR(_2 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _3,
    _5,
    _6 AS _7
  FROM (
    SELECT
      CASE
        WHEN ISFINITE(_1)
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
        WHEN ISFINITE(_5)
        THEN CAST(FLOOR(
          (
            CASE
              WHEN _5 < CAST(0.0e0 AS DOUBLE)
              THEN CAST(0.0e0 AS DOUBLE)
              WHEN _5 > CAST(120.0e0 AS DOUBLE)
              THEN CAST(120.0e0 AS DOUBLE)
              ELSE _5
            END
          ) + CAST(0.5e0 AS DOUBLE)
        ) AS BIGINT)
      END AS _6,
      _5
    FROM (
      SELECT
        CASE
          WHEN CAST(_0 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND CAST(_0 AS DOUBLE) = FLOOR(CAST(_0 AS DOUBLE))
          THEN CAST(_0 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_0 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_0 AS DOUBLE)
            THEN LENGTH(CAST(ABS(CAST(_0 AS DOUBLE)) AS TEXT)) > 15
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_0 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
          ELSE CAST(_0 AS DOUBLE)
        END AS _1,
        CASE
          WHEN CAST(_4 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND CAST(_4 AS DOUBLE) = FLOOR(CAST(_4 AS DOUBLE))
          THEN CAST(_4 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_4 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_4 AS DOUBLE)
            THEN LENGTH(CAST(ABS(CAST(_4 AS DOUBLE)) AS TEXT)) > 15
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_4 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
          ELSE CAST(_4 AS DOUBLE)
        END AS _5
      FROM (
        SELECT
          COALESCE(
            TRY_CAST(CASE
              WHEN LENGTH(TRIM(CAST("cost" AS TEXT), ' 	\r
')) <= 1000
              THEN TRIM(CAST("cost" AS TEXT), ' 	\r
')
            END AS DOUBLE),
            CASE LOWER(
                CASE
                  WHEN LENGTH(TRIM(CAST("cost" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("cost" AS TEXT), ' 	\r
')
                END
              )
              WHEN 'true'
              THEN CAST(1.0e0 AS DOUBLE)
              WHEN 'false'
              THEN CAST(0.0e0 AS DOUBLE)
            END
          ) AS _0,
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
          ) AS _4
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
