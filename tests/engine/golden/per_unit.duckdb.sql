SELECT
  _cell AS k0,
  CAST(SUM(
    CAST(CASE WHEN _size = 1 THEN 9 WHEN _size = 2 THEN 6 WHEN _size = 3 THEN 5 ELSE 0 END AS BIGINT)
  ) AS TEXT) AS m0,
  CAST(SUM(
    CAST(CASE WHEN _size = 1 THEN 9 WHEN _size = 2 THEN 6 WHEN _size = 3 THEN 5 ELSE 0 END AS BIGINT) * _y
  ) AS TEXT) AS m1
FROM (
  SELECT
    _unit,
    _cell,
    _y,
    COUNT(*) OVER (PARTITION BY _unit) AS _size
  FROM (
    SELECT
      _2 AS _unit,
      _1 AS _cell,
      CAST(CAST(SUM(_5) AS BIGINT) // COUNT(*) AS BIGINT) AS _y
    FROM (
      SELECT
        _1,
        _2,
        _4 AS _5,
        _4 >= CAST(65.0e0 AS DOUBLE) AS _6
      FROM (
        SELECT
          CASE
            WHEN NOT _3 IS NULL
            THEN CASE WHEN _3 < 0 THEN 0 WHEN _3 > 120 THEN 120 ELSE CAST(_3 AS BIGINT) END
          END AS _4,
          CASE
            WHEN LENGTH(_0) BETWEEN 1 AND 1000
            THEN COALESCE(ENUM_CODE(TRY_CAST(_0 AS ENUM('A', 'B''; --'))), 2)
          END AS _1,
          _2
        FROM (
          SELECT
            "age" AS _3,
            TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
') AS _0,
            CASE
              WHEN NOT CASE
                WHEN LENGTH(TRIM(CAST("patient" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("patient" AS TEXT), ' 	\r
')
              END IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
              THEN CASE
                WHEN LENGTH(TRIM(CAST("patient" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("patient" AS TEXT), ' 	\r
')
              END
            END AS _2
          FROM visits
        ) AS _l2
      ) AS _l4
    ) AS _rows
    WHERE
      _6 AND NOT _1 IS NULL AND NOT _2 IS NULL AND NOT _5 IS NULL
    GROUP BY
      _2,
      _1
  ) AS _cells
) AS _units
GROUP BY
  _cell
