WITH _rows AS (
  SELECT
    *
  FROM (
    SELECT
      "patient" AS _unit,
      HASH(
        20250101,
        CASE WHEN ISFINITE(TRY_CAST("age" AS DOUBLE)) THEN TRY_CAST("age" AS DOUBLE) END,
        CASE WHEN ISFINITE(TRY_CAST("cost" AS DOUBLE)) THEN TRY_CAST("cost" AS DOUBLE) END,
        CASE
          WHEN ISFINITE(TRY_CAST(CAST("score" AS TEXT) AS DOUBLE))
          THEN TRY_CAST(CAST("score" AS TEXT) AS DOUBLE)
        END,
        CASE
          WHEN LENGTH(TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
')) BETWEEN 1 AND 1000
          THEN COALESCE(
            ENUM_CODE(
              TRY_CAST(TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
') AS ENUM('A', 'B''; --'))
            ),
            2
          )
        END,
        CASE WHEN "smoker" THEN 1 WHEN NOT "smoker" THEN 0 END,
        TRY_CAST("day" AS DATE)
      ) AS _order,
      "age" AS _0,
      "cost" AS _1,
      "score" AS _2,
      "ward's ""name""" AS _3,
      "smoker" AS _4,
      "day" AS _5
    FROM visits
  ) AS _all
  WHERE
    NOT _unit IS NULL
), _crowded AS MATERIALIZED (
  SELECT
    _who
  FROM (
    SELECT
      _unit AS _who,
      COUNT(*) AS _size
    FROM _rows
    GROUP BY
      _unit
  ) AS _sizes
  WHERE
    _size > 50
)
SELECT
  _unit AS "patient",
  _0 AS "age",
  _1 AS "cost",
  _2 AS "score",
  _3 AS "ward's ""name""",
  _4 AS "smoker",
  _5 AS "day"
FROM _rows
ANTI JOIN _crowded
  ON _unit = _who
UNION ALL
SELECT
  _unit AS "patient",
  _0 AS "age",
  _1 AS "cost",
  _2 AS "score",
  _3 AS "ward's ""name""",
  _4 AS "smoker",
  _5 AS "day"
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (PARTITION BY _unit ORDER BY _order) AS _rank
  FROM _rows
  SEMI JOIN _crowded
    ON _unit = _who
) AS _ranked
WHERE
  _rank <= 50
