SELECT
  CAST(_1 AS BIGINT) AS c0,
  CAST(_3 AS BIGINT) AS c1,
  CAST(_5 AS DOUBLE) AS c2,
  CAST(_8 AS DOUBLE) AS c3,
  CAST(_10 AS BIGINT) AS c4,
  CAST(_13 AS BIGINT) AS c5,
  CAST(_16 AS BIGINT) AS c6
FROM (
  SELECT
    (
      TRY_CAST('0x' || SUBSTRING(
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _0 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_0 AS TEXT)) AS TEXT), ':', CAST(_0 AS TEXT))
              ELSE '~'
            END
          )
        ),
        1,
        7
      ) AS BIGINT)
    ) % 100 AS _1,
    _3,
    _5,
    _8,
    _10,
    CAST(_12 AS INT) AS _13,
    _15 - CAST('1970-01-01' AS DATE) AS _16
  FROM (
    SELECT
      _0,
      _11 AS _12,
      CASE
        WHEN _14 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
        THEN _14
      END AS _15,
      CASE
        WHEN NOT _2 IS NULL
        THEN CASE WHEN _2 < 0 THEN 0 WHEN _2 > 120 THEN 120 ELSE CAST(_2 AS BIGINT) END
      END AS _3,
      CASE
        WHEN ISFINITE(_4)
        THEN CASE
          WHEN _4 < CAST(-10.0e0 AS DOUBLE)
          THEN CAST(-10.0e0 AS DOUBLE)
          WHEN _4 > CAST(50000.0e0 AS DOUBLE)
          THEN CAST(50000.0e0 AS DOUBLE)
          ELSE _4
        END
        ELSE CAST(0.1e0 AS DOUBLE)
      END AS _5,
      CASE
        WHEN ISFINITE(_7)
        THEN CASE
          WHEN _7 < CAST(0.0e0 AS DOUBLE)
          THEN CAST(0.0e0 AS DOUBLE)
          WHEN _7 > CAST(1.0e0 AS DOUBLE)
          THEN CAST(1.0e0 AS DOUBLE)
          ELSE _7
        END
      END AS _8,
      CASE
        WHEN LENGTH(_9) BETWEEN 1 AND 1000
        THEN COALESCE(ENUM_CODE(TRY_CAST(_9 AS ENUM('A', 'B''; --'))), 2)
      END AS _10
    FROM (
      SELECT
        _11,
        _14,
        _2,
        _4,
        CASE
          WHEN CAST(_6 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND CAST(_6 AS DOUBLE) = FLOOR(CAST(_6 AS DOUBLE))
          THEN CAST(_6 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_6 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_6 AS DOUBLE)
            THEN LENGTH(CAST(ABS(CAST(_6 AS DOUBLE)) AS TEXT)) > 15
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_6 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
          ELSE CAST(_6 AS DOUBLE)
        END AS _7,
        _9,
        _0
      FROM (
        SELECT
          TRY_CAST(CAST("score" AS TEXT) AS DOUBLE) AS _6,
          "smoker" AS _11,
          TRY_CAST("day" AS DATE) AS _14,
          "age" AS _2,
          TRY_CAST("cost" AS DOUBLE) AS _4,
          TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
') AS _9,
          CASE
            WHEN LENGTH(TRIM(CAST("patient" AS TEXT), ' 	\r
')) <= 1000
            THEN TRIM(CAST("patient" AS TEXT), ' 	\r
')
          END AS _0
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  NOT _1 IS NULL
  AND NOT _3 IS NULL
  AND NOT _5 IS NULL
  AND NOT _8 IS NULL
  AND NOT _10 IS NULL
  AND NOT _13 IS NULL
  AND NOT _16 IS NULL
