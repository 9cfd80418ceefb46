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
                WHEN TRY_CAST(`age` AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN TRY_CAST(`age` AS DOUBLE)
              END IS NULL
              THEN CONCAT(
                CAST(LENGTH(
                  CAST(CASE
                    WHEN TRY_CAST(`age` AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                    THEN TRY_CAST(`age` AS DOUBLE)
                  END AS STRING)
                ) AS STRING),
                ':',
                CAST(CASE
                  WHEN TRY_CAST(`age` AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                  THEN TRY_CAST(`age` AS DOUBLE)
                END AS STRING)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT CASE
                WHEN TRY_CAST(`cost` AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN TRY_CAST(`cost` AS DOUBLE)
              END IS NULL
              THEN CONCAT(
                CAST(LENGTH(
                  CAST(CASE
                    WHEN TRY_CAST(`cost` AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                    THEN TRY_CAST(`cost` AS DOUBLE)
                  END AS STRING)
                ) AS STRING),
                ':',
                CAST(CASE
                  WHEN TRY_CAST(`cost` AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                  THEN TRY_CAST(`cost` AS DOUBLE)
                END AS STRING)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT CASE
                WHEN TRY_CAST(`score` AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                THEN TRY_CAST(`score` AS DOUBLE)
              END IS NULL
              THEN CONCAT(
                CAST(LENGTH(
                  CAST(CASE
                    WHEN TRY_CAST(`score` AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                    THEN TRY_CAST(`score` AS DOUBLE)
                  END AS STRING)
                ) AS STRING),
                ':',
                CAST(CASE
                  WHEN TRY_CAST(`score` AS DOUBLE) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
                  THEN TRY_CAST(`score` AS DOUBLE)
                END AS STRING)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT CASE
                WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING))) BETWEEN 1 AND 1000
                THEN COALESCE(
                  NULLIF(
                    ARRAY_POSITION(ARRAY('A', 'B\'; --'), TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING))),
                    0
                  ) - 1,
                  2
                )
              END IS NULL
              THEN CONCAT(
                CAST(LENGTH(
                  CAST(CASE
                    WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING))) BETWEEN 1 AND 1000
                    THEN COALESCE(
                      NULLIF(
                        ARRAY_POSITION(ARRAY('A', 'B\'; --'), TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING))),
                        0
                      ) - 1,
                      2
                    )
                  END AS STRING)
                ) AS STRING),
                ':',
                CAST(CASE
                  WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING))) BETWEEN 1 AND 1000
                  THEN COALESCE(
                    NULLIF(
                      ARRAY_POSITION(ARRAY('A', 'B\'; --'), TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING))),
                      0
                    ) - 1,
                    2
                  )
                END AS STRING)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT CASE WHEN `smoker` THEN 1 WHEN NOT `smoker` THEN 0 END IS NULL
              THEN CONCAT(
                CAST(LENGTH(CAST(CASE WHEN `smoker` THEN 1 WHEN NOT `smoker` THEN 0 END AS STRING)) AS STRING),
                ':',
                CAST(CASE WHEN `smoker` THEN 1 WHEN NOT `smoker` THEN 0 END AS STRING)
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
      FROM visits
    ) AS _all
    WHERE
      NOT _unit IS NULL
  ) AS _rows
) AS _ranked
WHERE
  _rank <= 50
