SELECT
  _1 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN LENGTH(_0) BETWEEN 1 AND 1000
      THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0) - 1, 2)
    END AS _1
  FROM (
    SELECT
      CASE
        WHEN NOT NOT CAST("ward's ""name""" AS TEXT) IN ('NaN', 'Infinity', '-Infinity')
        THEN NULL
        WHEN CAST("ward's ""name""" AS DOUBLE PRECISION) BETWEEN CAST(-9.2e+18 AS DOUBLE PRECISION) AND CAST(9.2e+18 AS DOUBLE PRECISION)
        AND CAST("ward's ""name""" AS DOUBLE PRECISION) = FLOOR(CAST("ward's ""name""" AS DOUBLE PRECISION))
        THEN CAST(CAST(CAST("ward's ""name""" AS DOUBLE PRECISION) AS BIGINT) AS TEXT)
        ELSE CAST(TRIM_SCALE(
          CAST(COALESCE(
            CASE
              WHEN LENGTH(CAST(ABS(CAST("ward's ""name""" AS DOUBLE PRECISION)) AS TEXT)) > 15
              AND ABS(CAST("ward's ""name""" AS DOUBLE PRECISION)) BETWEEN CAST(1e-37 AS DOUBLE PRECISION) AND CAST(1e+38 AS DOUBLE PRECISION)
              THEN CASE
                WHEN CAST(CAST(CAST("ward's ""name""" AS DOUBLE PRECISION) AS REAL) AS DOUBLE PRECISION) = CAST("ward's ""name""" AS DOUBLE PRECISION)
                THEN CAST(CAST(CAST("ward's ""name""" AS DOUBLE PRECISION) AS REAL) AS TEXT)
              END
            END,
            CAST(CAST("ward's ""name""" AS DOUBLE PRECISION) AS TEXT)
          ) AS DECIMAL)
        ) AS TEXT)
      END AS _0
    FROM visits
  ) AS _l2
) AS _rows
GROUP BY
  _1
