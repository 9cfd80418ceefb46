WITH _rows AS (
  SELECT
    *
  FROM (
    SELECT
      NULLIF(TRIM(CAST("patient" AS TEXT), ' 	\r
'), '') AS _unit,
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
), _near AS MATERIALIZED (
  SELECT
    *
  FROM _rows
  JOIN (
    SELECT
      _unit AS _who,
      LIST_LAST(_few) AS _bound,
      LEN(LIST_FILTER(_few, LAMBDA x : x = LIST_LAST(_few))) AS _room
    FROM (
      SELECT
        _unit,
        MIN(_order, 5) AS _few
      FROM _rows
      GROUP BY
        _unit
    ) AS _lists
  ) AS _bounds
    ON _unit = _who
  WHERE
    _order <= _bound
)
SELECT
  _unit AS "patient",
  "age",
  "cost",
  "score",
  "ward's ""name""",
  "smoker",
  "day"
FROM _near
WHERE
  _order < _bound
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
    ROW_NUMBER() OVER (PARTITION BY _unit) AS _rank
  FROM _near
  WHERE
    _order = _bound
) AS _tied
WHERE
  _rank <= _room
