SELECT
  _unit AS "patient",
  "age",
  "cost",
  "score",
  "ward's ""name""",
  "smoker",
  "day"
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (PARTITION BY _unit ORDER BY _order) AS _rank
  FROM (
    SELECT
      *
    FROM (
      SELECT
        NULLIF(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)), '') AS _unit,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT "age" IS NULL
              THEN CONCAT(CAST(LENGTH(CAST("age" AS TEXT)) AS TEXT), ':', CAST("age" AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT "cost" IS NULL
              THEN CONCAT(CAST(LENGTH(CAST("cost" AS TEXT)) AS TEXT), ':', CAST("cost" AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT "score" IS NULL
              THEN CONCAT(CAST(LENGTH(CAST("score" AS TEXT)) AS TEXT), ':', CAST("score" AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT "ward's ""name""" IS NULL
              THEN CONCAT(
                CAST(LENGTH(CAST("ward's ""name""" AS TEXT)) AS TEXT),
                ':',
                CAST("ward's ""name""" AS TEXT)
              )
              ELSE '~'
            END,
            CASE
              WHEN NOT "smoker" IS NULL
              THEN CONCAT(CAST(LENGTH(CAST("smoker" AS TEXT)) AS TEXT), ':', CAST("smoker" AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT "day" IS NULL
              THEN CONCAT(CAST(LENGTH(CAST("day" AS TEXT)) AS TEXT), ':', CAST("day" AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT "patient" IS NULL
              THEN CONCAT(CAST(LENGTH(CAST("patient" AS TEXT)) AS TEXT), ':', CAST("patient" AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT "note" IS NULL
              THEN CONCAT(CAST(LENGTH(CAST("note" AS TEXT)) AS TEXT), ':', CAST("note" AS TEXT))
              ELSE '~'
            END
          )
        ) AS _order,
        "age",
        "cost",
        "score",
        "ward's ""name""",
        "smoker",
        "day"
      FROM visits
    ) AS _all
    WHERE
      NOT _unit IS NULL
  ) AS _rows
) AS _ranked
WHERE
  _rank <= 5
