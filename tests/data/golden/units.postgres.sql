SELECT
  COUNT(DISTINCT _0) AS m0
FROM (
  SELECT
    _0,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE _2 >= CAST(65.0e0 AS DOUBLE PRECISION)
    END AS _3,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE _6 < CAST(0.1e0 AS DOUBLE PRECISION)
    END AS _7
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN NOT _1 IS NULL
          THEN CASE WHEN _1 < 0 THEN 0 WHEN _1 > 120 THEN 120 ELSE CAST(_1 AS BIGINT) END
        END
      END AS _2,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN _5 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE PRECISION) AND CAST(1.7976931348623157e+308 AS DOUBLE PRECISION)
          THEN CASE
            WHEN _5 < CAST(-10.0e0 AS DOUBLE PRECISION)
            THEN CAST(-10.0e0 AS DOUBLE PRECISION)
            WHEN _5 > CAST(50000.0e0 AS DOUBLE PRECISION)
            THEN CAST(50000.0e0 AS DOUBLE PRECISION)
            ELSE _5
          END
          ELSE CAST(0.1e0 AS DOUBLE PRECISION)
        END
      END AS _6,
      _0
    FROM (
      SELECT
        _1,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN _4 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
            AND _4 = FLOOR(_4)
            THEN _4
            ELSE COALESCE(
              CAST(CASE
                WHEN ABS(_4) BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                THEN CASE
                  WHEN CAST(CAST(_4 AS REAL) AS DOUBLE PRECISION) = _4
                  THEN CASE
                    WHEN LENGTH(CAST(ABS(_4) AS TEXT)) > 15
                    THEN CAST(CAST(_4 AS REAL) AS TEXT)
                  END
                END
              END AS DOUBLE PRECISION),
              _4
            )
          END
        END AS _5,
        _0
      FROM (
        SELECT
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN ABS("cost") > 1.7976931348623157e308
              THEN NULL
              WHEN ABS("cost") >= 1e-200
              THEN CAST("cost" AS DOUBLE PRECISION)
              WHEN "cost" > 0
              THEN CAST(1e-200 AS DOUBLE PRECISION)
              WHEN "cost" < -0
              THEN CAST(-1e-200 AS DOUBLE PRECISION)
              WHEN NOT "cost" IS NULL
              THEN CAST(0.0e0 AS DOUBLE PRECISION)
            END
          END AS _4,
          "age" AS _1,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN NOT CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
              END IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
              THEN CASE
                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
              END
            END
          END AS _0
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  _3 AND _7
