SELECT
  _1 AS k0,
  _4 AS k1,
  COUNT(_7) AS m0
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _8 ORDER BY _order NULLS LAST, _1 NULLS LAST, _4 NULLS LAST) AS _rank
    FROM (
      SELECT
        *,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _0 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_0 AS STRING)) AS STRING), ':', CAST(_0 AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT _1 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_1 AS STRING)) AS STRING), ':', CAST(_1 AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT _4 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_4 AS STRING)) AS STRING), ':', CAST(_4 AS STRING))
              ELSE '~'
            END
          )
        ) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            (
              TRY_CAST(CONV(
                SUBSTRING(
                  MD5(
                    CONCAT(
                      '20250101',
                      CASE
                        WHEN NOT _0 IS NULL
                        THEN CONCAT(CAST(LENGTH(CAST(_0 AS STRING)) AS STRING), ':', CAST(_0 AS STRING))
                        ELSE '~'
                      END
                    )
                  ),
                  1,
                  7
                ),
                16,
                10
              ) AS BIGINT)
            ) % 100 AS _1,
            CAST(_3 AS INT) AS _4,
            _7,
            _8,
            _0
          FROM (
            SELECT
              _0,
              _2 AS _3,
              CASE
                WHEN _6 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN CASE
                  WHEN _6 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _6 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _6
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _7,
              _8
            FROM (
              SELECT
                _2,
                CASE
                  WHEN CAST(_5 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND (
                    CAST(_5 AS DOUBLE)
                  ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                  THEN CAST(_5 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_5 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_5 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_5 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_5 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_5 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_5 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_5 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_5 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_5 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                  ELSE CAST(_5 AS DOUBLE)
                END AS _6,
                _0,
                _8
              FROM (
                SELECT
                  TRY_CAST(`cost` AS DOUBLE) AS _5,
                  `smoker` AS _2,
                  CASE
                    WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                    THEN TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
                  END AS _0,
                  CASE
                    WHEN NOT CASE
                      WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                      THEN TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
                    END IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                    THEN CASE
                      WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                      THEN TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
                    END
                  END AS _8
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l4
        ) AS _rows
        WHERE
          NOT _1 IS NULL AND NOT _4 IS NULL AND NOT _7 IS NULL
      ) AS _inside
    ) AS _hashed
  ) AS _ranked
  WHERE
    _rank <= 2
) AS _kept
GROUP BY
  _1,
  _4
