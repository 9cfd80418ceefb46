SELECT
  _1 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CASE
        WHEN LENGTH(_0) BETWEEN 1 AND 1000
        THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0) - 1, 2)
      END
    END AS _1
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN NOT NOT CAST("ward's ""name""" AS TEXT) IN ('NaN', 'Infinity', '-Infinity')
          THEN NULL
          WHEN CAST("ward's ""name""" AS DOUBLE PRECISION) BETWEEN CAST(-9.2e+18 AS DOUBLE PRECISION) AND CAST(9.2e+18 AS DOUBLE PRECISION)
          AND CAST("ward's ""name""" AS DOUBLE PRECISION) = FLOOR(CAST("ward's ""name""" AS DOUBLE PRECISION))
          THEN CAST(CAST(CAST("ward's ""name""" AS DOUBLE PRECISION) AS BIGINT) AS TEXT)
          WHEN CAST("ward's ""name""" AS DOUBLE PRECISION) BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
          AND CAST("ward's ""name""" AS DOUBLE PRECISION) = FLOOR(CAST("ward's ""name""" AS DOUBLE PRECISION))
          THEN CAST((
            CAST(CAST(FLOOR(
              ABS(CAST("ward's ""name""" AS DOUBLE PRECISION)) / CAST(1.8446744073709552e+19 AS DOUBLE PRECISION)
            ) AS BIGINT) AS DECIMAL) * 18446744073709551616 + CAST(CAST(FLOOR(
              (
                ABS(CAST("ward's ""name""" AS DOUBLE PRECISION)) - FLOOR(
                  ABS(CAST("ward's ""name""" AS DOUBLE PRECISION)) / CAST(1.8446744073709552e+19 AS DOUBLE PRECISION)
                ) * CAST(1.8446744073709552e+19 AS DOUBLE PRECISION)
              ) / CAST(4294967296.0e0 AS DOUBLE PRECISION)
            ) AS BIGINT) AS DECIMAL) * 4294967296 + CAST(CAST((
              ABS(CAST("ward's ""name""" AS DOUBLE PRECISION)) - FLOOR(
                ABS(CAST("ward's ""name""" AS DOUBLE PRECISION)) / CAST(1.8446744073709552e+19 AS DOUBLE PRECISION)
              ) * CAST(1.8446744073709552e+19 AS DOUBLE PRECISION)
            ) - FLOOR(
              (
                ABS(CAST("ward's ""name""" AS DOUBLE PRECISION)) - FLOOR(
                  ABS(CAST("ward's ""name""" AS DOUBLE PRECISION)) / CAST(1.8446744073709552e+19 AS DOUBLE PRECISION)
                ) * CAST(1.8446744073709552e+19 AS DOUBLE PRECISION)
              ) / CAST(4294967296.0e0 AS DOUBLE PRECISION)
            ) * CAST(4294967296.0e0 AS DOUBLE PRECISION) AS BIGINT) AS DECIMAL) * 1
          ) * CASE
            WHEN CAST("ward's ""name""" AS DOUBLE PRECISION) < CAST(0.0e0 AS DOUBLE PRECISION)
            THEN -1
            ELSE 1
          END AS TEXT)
          ELSE CAST(TRIM_SCALE(
            CAST(COALESCE(
              CASE
                WHEN CAST("ward's ""name""" AS DOUBLE PRECISION) BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                OR CAST("ward's ""name""" AS DOUBLE PRECISION) BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                THEN CASE
                  WHEN CAST(CAST(CAST("ward's ""name""" AS DOUBLE PRECISION) AS REAL) AS DOUBLE PRECISION) = CAST("ward's ""name""" AS DOUBLE PRECISION)
                  THEN CASE
                    WHEN LENGTH(CAST(ABS(CAST("ward's ""name""" AS DOUBLE PRECISION)) AS TEXT)) > 15
                    THEN CAST(CAST(CAST("ward's ""name""" AS DOUBLE PRECISION) AS REAL) AS TEXT)
                  END
                END
              END,
              CAST(CAST("ward's ""name""" AS DOUBLE PRECISION) AS TEXT)
            ) AS DECIMAL)
          ) AS TEXT)
        END
      END AS _0
    FROM visits
  ) AS _l2
) AS _rows
GROUP BY
  _1
