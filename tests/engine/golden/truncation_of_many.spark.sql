SELECT
  _unit AS `patient`,
  _0 AS `age`,
  _1 AS `cost`,
  _2 AS `score`,
  _3 AS `ward's "name"`,
  _4 AS `smoker`,
  _5 AS `day`
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (PARTITION BY _unit ORDER BY _order NULLS LAST) AS _rank
  FROM (
    SELECT
      *
    FROM (
      SELECT
        `patient` AS _unit,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT CASE
                WHEN _read0 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN _read0
              END IS NULL
              THEN CONCAT(
                CAST(LENGTH(
                  CAST(CASE
                    WHEN _read0 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                    THEN _read0
                  END AS STRING)
                ) AS STRING),
                ':',
                CAST(CASE
                  WHEN _read0 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                  THEN _read0
                END AS STRING)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT CASE
                WHEN CASE
                  WHEN CAST(_read1 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND (
                    CAST(_read1 AS DOUBLE)
                  ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                  THEN CAST(_read1 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read1 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read1 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_read1 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                  ELSE CAST(_read1 AS DOUBLE)
                END BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN CASE
                  WHEN CAST(_read1 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND (
                    CAST(_read1 AS DOUBLE)
                  ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                  THEN CAST(_read1 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read1 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read1 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_read1 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                  ELSE CAST(_read1 AS DOUBLE)
                END
              END IS NULL
              THEN CONCAT(
                CAST(LENGTH(
                  CAST(CASE
                    WHEN CASE
                      WHEN CAST(_read1 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                      AND (
                        CAST(_read1 AS DOUBLE)
                      ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                      THEN CAST(_read1 AS DOUBLE)
                      WHEN CASE
                        WHEN TRY_CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read1 AS DOUBLE)
                        THEN LENGTH(
                          TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read1 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                        ) > CASE
                          WHEN ABS(CAST(_read1 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                          THEN 10
                          WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                          THEN 14
                          WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                          THEN 13
                          WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                          THEN 12
                          WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                          THEN 11
                          ELSE 10
                        END
                      END
                      THEN TRY_CAST(CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                      ELSE CAST(_read1 AS DOUBLE)
                    END BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                    THEN CASE
                      WHEN CAST(_read1 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                      AND (
                        CAST(_read1 AS DOUBLE)
                      ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                      THEN CAST(_read1 AS DOUBLE)
                      WHEN CASE
                        WHEN TRY_CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read1 AS DOUBLE)
                        THEN LENGTH(
                          TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read1 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                        ) > CASE
                          WHEN ABS(CAST(_read1 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                          THEN 10
                          WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                          THEN 14
                          WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                          THEN 13
                          WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                          THEN 12
                          WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                          THEN 11
                          ELSE 10
                        END
                      END
                      THEN TRY_CAST(CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                      ELSE CAST(_read1 AS DOUBLE)
                    END
                  END AS STRING)
                ) AS STRING),
                ':',
                CAST(CASE
                  WHEN CASE
                    WHEN CAST(_read1 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                    AND (
                      CAST(_read1 AS DOUBLE)
                    ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                    THEN CAST(_read1 AS DOUBLE)
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read1 AS DOUBLE)
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read1 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                      ) > CASE
                        WHEN ABS(CAST(_read1 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN TRY_CAST(CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                    ELSE CAST(_read1 AS DOUBLE)
                  END BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                  THEN CASE
                    WHEN CAST(_read1 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                    AND (
                      CAST(_read1 AS DOUBLE)
                    ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                    THEN CAST(_read1 AS DOUBLE)
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read1 AS DOUBLE)
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read1 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                      ) > CASE
                        WHEN ABS(CAST(_read1 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(CAST(_read1 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN TRY_CAST(CAST(TRY_CAST(CAST(_read1 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                    ELSE CAST(_read1 AS DOUBLE)
                  END
                END AS STRING)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT CASE
                WHEN CASE
                  WHEN CAST(_read2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND (
                    CAST(_read2 AS DOUBLE)
                  ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                  THEN CAST(_read2 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read2 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read2 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_read2 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                  ELSE CAST(_read2 AS DOUBLE)
                END BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN CASE
                  WHEN CAST(_read2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND (
                    CAST(_read2 AS DOUBLE)
                  ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                  THEN CAST(_read2 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read2 AS DOUBLE)
                    THEN LENGTH(
                      TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read2 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                    ) > CASE
                      WHEN ABS(CAST(_read2 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                      THEN 10
                      WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                      THEN 14
                      WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                      THEN 13
                      WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                      THEN 12
                      WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                      THEN 11
                      ELSE 10
                    END
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                  ELSE CAST(_read2 AS DOUBLE)
                END
              END IS NULL
              THEN CONCAT(
                CAST(LENGTH(
                  CAST(CASE
                    WHEN CASE
                      WHEN CAST(_read2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                      AND (
                        CAST(_read2 AS DOUBLE)
                      ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                      THEN CAST(_read2 AS DOUBLE)
                      WHEN CASE
                        WHEN TRY_CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read2 AS DOUBLE)
                        THEN LENGTH(
                          TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read2 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                        ) > CASE
                          WHEN ABS(CAST(_read2 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                          THEN 10
                          WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                          THEN 14
                          WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                          THEN 13
                          WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                          THEN 12
                          WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                          THEN 11
                          ELSE 10
                        END
                      END
                      THEN TRY_CAST(CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                      ELSE CAST(_read2 AS DOUBLE)
                    END BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                    THEN CASE
                      WHEN CAST(_read2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                      AND (
                        CAST(_read2 AS DOUBLE)
                      ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                      THEN CAST(_read2 AS DOUBLE)
                      WHEN CASE
                        WHEN TRY_CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read2 AS DOUBLE)
                        THEN LENGTH(
                          TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read2 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                        ) > CASE
                          WHEN ABS(CAST(_read2 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                          THEN 10
                          WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                          THEN 14
                          WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                          THEN 13
                          WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                          THEN 12
                          WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                          THEN 11
                          ELSE 10
                        END
                      END
                      THEN TRY_CAST(CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                      ELSE CAST(_read2 AS DOUBLE)
                    END
                  END AS STRING)
                ) AS STRING),
                ':',
                CAST(CASE
                  WHEN CASE
                    WHEN CAST(_read2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                    AND (
                      CAST(_read2 AS DOUBLE)
                    ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                    THEN CAST(_read2 AS DOUBLE)
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read2 AS DOUBLE)
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read2 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                      ) > CASE
                        WHEN ABS(CAST(_read2 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN TRY_CAST(CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                    ELSE CAST(_read2 AS DOUBLE)
                  END BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                  THEN CASE
                    WHEN CAST(_read2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                    AND (
                      CAST(_read2 AS DOUBLE)
                    ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                    THEN CAST(_read2 AS DOUBLE)
                    WHEN CASE
                      WHEN TRY_CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_read2 AS DOUBLE)
                      THEN LENGTH(
                        TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_read2 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
                      ) > CASE
                        WHEN ABS(CAST(_read2 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                        THEN 10
                        WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                        THEN 14
                        WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                        THEN 13
                        WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                        THEN 12
                        WHEN ABS(CAST(_read2 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                        THEN 11
                        ELSE 10
                      END
                    END
                    THEN TRY_CAST(CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                    ELSE CAST(_read2 AS DOUBLE)
                  END
                END AS STRING)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT CASE
                WHEN LENGTH(_read3) BETWEEN 1 AND 1000
                AND NOT _read3 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _read3), 0) - 1, 2)
              END IS NULL
              THEN CONCAT(
                CAST(LENGTH(
                  CAST(CASE
                    WHEN LENGTH(_read3) BETWEEN 1 AND 1000
                    AND NOT _read3 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                    THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _read3), 0) - 1, 2)
                  END AS STRING)
                ) AS STRING),
                ':',
                CAST(CASE
                  WHEN LENGTH(_read3) BETWEEN 1 AND 1000
                  AND NOT _read3 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                  THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _read3), 0) - 1, 2)
                END AS STRING)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT CAST(_read4 AS INT) IS NULL
              THEN CONCAT(
                CAST(LENGTH(CAST(CAST(_read4 AS INT) AS STRING)) AS STRING),
                ':',
                CAST(CAST(_read4 AS INT) AS STRING)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT TRY_CAST(`day` AS DATE) IS NULL
              THEN CONCAT(
                CAST(LENGTH(CAST(TRY_CAST(`day` AS DATE) AS STRING)) AS STRING),
                ':',
                CAST(TRY_CAST(`day` AS DATE) AS STRING)
              )
              ELSE '~'
            END
          )
        ) AS _order,
        `age` AS _0,
        `cost` AS _1,
        `score` AS _2,
        `ward's "name"` AS _3,
        `smoker` AS _4,
        `day` AS _5
      FROM (
        SELECT
          `age`,
          `cost`,
          `score`,
          `ward's "name"`,
          `smoker`,
          `day`,
          `patient`,
          `note`,
          TRY_CAST(`age` AS DOUBLE) AS _read0,
          TRY_CAST(`cost` AS DOUBLE) AS _read1,
          TRY_CAST(`score` AS DOUBLE) AS _read2,
          CASE
            WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <= 1000
            THEN CASE
              WHEN OCTET_LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY) <> LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
              THEN TRIM(' \t\r\n   ﻿' FROM TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY)
              ELSE TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY
            END
          END AS _read3,
          `smoker` AS _read4
        FROM visits
      ) AS _cells
    ) AS _all
    WHERE
      NOT _unit IS NULL
  ) AS _rows
) AS _ranked
WHERE
  _rank <= 50
