WITH _rows AS (
  SELECT
    *
  FROM (
    SELECT
      "patient" AS _unit,
      HASH(20250101, "age", "cost", "score", "ward's ""name""", "smoker", "day", "patient", "note") AS _order,
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
  "age",
  "cost",
  "score",
  "ward's ""name""",
  "smoker",
  "day"
FROM _rows
ANTI JOIN _crowded
  ON _unit = _who
UNION ALL
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
  FROM _rows
  SEMI JOIN _crowded
    ON _unit = _who
) AS _ranked
WHERE
  _rank <= 50
