SELECT
  CAST(SUM(CAST(_2 AS DECIMAL(38, 0))) FILTER(WHERE
    NOT _4 IS NULL) AS TEXT) AS m0,
  CAST(SUM(CAST(_5 AS DECIMAL(38, 0))) AS TEXT) AS m1
FROM (
  SELECT
    CAST(FLOOR(
      _1 * CAST(8.0e0 AS DOUBLE PRECISION) - CAST(-80.0e0 AS DOUBLE PRECISION) + CAST(0.5e0 AS DOUBLE PRECISION)
    ) AS BIGINT) AS _2,
    _4,
    _4 AS _5
  FROM (
    SELECT
      CASE
        WHEN _0 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE PRECISION) AND CAST(1.7976931348623157e+308 AS DOUBLE PRECISION)
        THEN CASE
          WHEN _0 < CAST(-10.0e0 AS DOUBLE PRECISION)
          THEN CAST(-10.0e0 AS DOUBLE PRECISION)
          WHEN _0 > CAST(50000.0e0 AS DOUBLE PRECISION)
          THEN CAST(50000.0e0 AS DOUBLE PRECISION)
          ELSE _0
        END
        ELSE CAST(0.1e0 AS DOUBLE PRECISION)
      END AS _1,
      CASE
        WHEN _3 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE PRECISION) AND CAST(1.7976931348623157e+308 AS DOUBLE PRECISION)
        THEN CAST(FLOOR(
          (
            CASE
              WHEN _3 < CAST(0.0e0 AS DOUBLE PRECISION)
              THEN CAST(0.0e0 AS DOUBLE PRECISION)
              WHEN _3 > CAST(120.0e0 AS DOUBLE PRECISION)
              THEN CAST(120.0e0 AS DOUBLE PRECISION)
              ELSE _3
            END
          ) + CAST(0.5e0 AS DOUBLE PRECISION)
        ) AS BIGINT)
      END AS _4
    FROM (
      SELECT
        COALESCE(
          CASE
            WHEN CASE
              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT))) <= 1000
              THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT))
            END ~ '^[+-]?([0-9]{1,250}(\.[0-9]{0,250})?|\.[0-9]{1,250})([eE][+-]?[0-9]{1,3})?$'
            THEN CASE
              WHEN ABS(
                CAST(CASE
                  WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT))) <= 1000
                  THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT))
                END AS DECIMAL)
              ) > 1.7976931348623157e308
              THEN NULL
              WHEN ABS(
                CAST(CASE
                  WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT))) <= 1000
                  THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT))
                END AS DECIMAL)
              ) >= 1e-200
              THEN CAST(CAST(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT))
              END AS DECIMAL) AS DOUBLE PRECISION)
              WHEN CAST(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT))
              END AS DECIMAL) > 0
              THEN CAST(1e-200 AS DOUBLE PRECISION)
              WHEN CAST(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT))
              END AS DECIMAL) < 0
              THEN CAST(-1e-200 AS DOUBLE PRECISION)
              WHEN CAST(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT))
              END AS DECIMAL) = 0
              THEN CAST(0.0e0 AS DOUBLE PRECISION)
            END
          END,
          CASE LOWER(
              CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("cost" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("cost" AS TEXT))
              END
            )
            WHEN 'true'
            THEN CAST(1.0e0 AS DOUBLE PRECISION)
            WHEN 'false'
            THEN CAST(0.0e0 AS DOUBLE PRECISION)
          END
        ) AS _0,
        COALESCE(
          CASE
            WHEN CASE
              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT))) <= 1000
              THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT))
            END ~ '^[+-]?([0-9]{1,250}(\.[0-9]{0,250})?|\.[0-9]{1,250})([eE][+-]?[0-9]{1,3})?$'
            THEN CASE
              WHEN ABS(
                CAST(CASE
                  WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT))) <= 1000
                  THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT))
                END AS DECIMAL)
              ) > 1.7976931348623157e308
              THEN NULL
              WHEN ABS(
                CAST(CASE
                  WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT))) <= 1000
                  THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT))
                END AS DECIMAL)
              ) >= 1e-200
              THEN CAST(CAST(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT))
              END AS DECIMAL) AS DOUBLE PRECISION)
              WHEN CAST(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT))
              END AS DECIMAL) > 0
              THEN CAST(1e-200 AS DOUBLE PRECISION)
              WHEN CAST(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT))
              END AS DECIMAL) < 0
              THEN CAST(-1e-200 AS DOUBLE PRECISION)
              WHEN CAST(CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT))
              END AS DECIMAL) = 0
              THEN CAST(0.0e0 AS DOUBLE PRECISION)
            END
          END,
          CASE LOWER(
              CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS TEXT))) <= 1000
                THEN TRIM(' 	\r
' FROM CAST("age" AS TEXT))
              END
            )
            WHEN 'true'
            THEN CAST(1.0e0 AS DOUBLE PRECISION)
            WHEN 'false'
            THEN CAST(0.0e0 AS DOUBLE PRECISION)
          END
        ) AS _3
      FROM visits
    ) AS _l1
  ) AS _l3
) AS _rows
