SELECT
  _unit AS `patient`,
  `age`,
  `cost`,
  `score`,
  `ward's "name"`,
  `smoker`,
  `day`
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (PARTITION BY _unit ORDER BY _order NULLS LAST) AS _rank
  FROM (
    SELECT
      *
    FROM (
      SELECT
        NULLIF(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)), '') AS _unit,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT `age` IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(`age` AS STRING)) AS STRING), ':', CAST(`age` AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT `cost` IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(`cost` AS STRING)) AS STRING), ':', CAST(`cost` AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT `score` IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(`score` AS STRING)) AS STRING), ':', CAST(`score` AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT `ward's "name"` IS NULL
              THEN CONCAT(
                CAST(LENGTH(CAST(`ward's "name"` AS STRING)) AS STRING),
                ':',
                CAST(`ward's "name"` AS STRING)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT `smoker` IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(`smoker` AS STRING)) AS STRING), ':', CAST(`smoker` AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT `day` IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(`day` AS STRING)) AS STRING), ':', CAST(`day` AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT `patient` IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(`patient` AS STRING)) AS STRING), ':', CAST(`patient` AS STRING))
              ELSE '~'
            END,
            CASE
              WHEN NOT `note` IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(`note` AS STRING)) AS STRING), ':', CAST(`note` AS STRING))
              ELSE '~'
            END
          )
        ) AS _order,
        `age`,
        `cost`,
        `score`,
        `ward's "name"`,
        `smoker`,
        `day`
      FROM visits
    ) AS _all
    WHERE
      NOT _unit IS NULL
  ) AS _rows
) AS _ranked
WHERE
  _rank <= 5
