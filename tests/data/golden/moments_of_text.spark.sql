SELECT
  CAST(SUM(CAST(_2 AS DECIMAL(38, 0))) FILTER(WHERE
    NOT _4 IS NULL) AS STRING) AS m0,
  CAST(SUM(CAST(_5 AS DECIMAL(38, 0))) AS STRING) AS m1
FROM (
  SELECT
    CAST(FLOOR(_1 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _2,
    _4,
    _4 AS _5
  FROM (
    SELECT
      CASE
        WHEN _0 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
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
        WHEN _3 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
        THEN CAST(FLOOR(
          (
            CASE
              WHEN _3 < CAST(0.0e0 AS DOUBLE)
              THEN CAST(0.0e0 AS DOUBLE)
              WHEN _3 > CAST(120.0e0 AS DOUBLE)
              THEN CAST(120.0e0 AS DOUBLE)
              ELSE _3
            END
          ) + CAST(0.5e0 AS DOUBLE)
        ) AS BIGINT)
      END AS _4
    FROM (
      SELECT
        COALESCE(
          TRY_CAST(CASE
            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`cost` AS STRING))) <= 1000
            THEN TRIM(' \t\r\n' FROM CAST(`cost` AS STRING))
          END AS DOUBLE),
          CASE LOWER(
              CASE
                WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`cost` AS STRING))) <= 1000
                THEN TRIM(' \t\r\n' FROM CAST(`cost` AS STRING))
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
            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`age` AS STRING))) <= 1000
            THEN TRIM(' \t\r\n' FROM CAST(`age` AS STRING))
          END AS DOUBLE),
          CASE LOWER(
              CASE
                WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`age` AS STRING))) <= 1000
                THEN TRIM(' \t\r\n' FROM CAST(`age` AS STRING))
              END
            )
            WHEN 'true'
            THEN CAST(1.0e0 AS DOUBLE)
            WHEN 'false'
            THEN CAST(0.0e0 AS DOUBLE)
          END
        ) AS _3
      FROM visits
    ) AS _l1
  ) AS _l3
) AS _rows
