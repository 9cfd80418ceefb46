SELECT
  _3 AS k0,
  COUNT(*) AS m0
FROM (
  SELECT
    CASE
      WHEN _2 BETWEEN CAST(0.0e0 AS DOUBLE) AND CAST(50000.0e0 AS DOUBLE)
      THEN CASE
        WHEN _2 < CAST(10.0e0 AS DOUBLE)
        THEN CASE WHEN _2 < CAST(0.1e0 AS DOUBLE) THEN 0 ELSE 1 END
        ELSE CASE WHEN _2 < CAST(1000.0e0 AS DOUBLE) THEN 2 ELSE 3 END
      END
    END AS _3
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
      END AS _2
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
        END AS _1
      FROM (
        SELECT
          TRY_CAST(`cost` AS DOUBLE) AS _0
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
GROUP BY
  _3
