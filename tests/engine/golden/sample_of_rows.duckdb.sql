SELECT
  _2 AS k0,
  _5 AS k1,
  COUNT(*) AS m0,
  CAST(SUM(_8) AS TEXT) AS m1
FROM (
  SELECT
    CASE
      WHEN (
        (
          TRY_CAST('0x' || SUBSTRING(_1, 1, 7) AS BIGINT)
        ) * 268435456 + (
          TRY_CAST('0x' || SUBSTRING(_1, 8, 7) AS BIGINT)
        )
      ) < 3602879701896396
      THEN 0
    END AS _2,
    CAST(_4 AS INT) AS _5,
    CAST(FLOOR(_7 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _8
  FROM (
    SELECT
      MD5(
        CONCAT(
          'coin',
          CASE
            WHEN NOT _0 IS NULL
            THEN CONCAT(CAST(LENGTH(CAST(_0 AS TEXT)) AS TEXT), ':', CAST(_0 AS TEXT))
            ELSE '~'
          END
        )
      ) AS _1,
      _4,
      _7
    FROM (
      SELECT
        _0,
        _3 AS _4,
        CASE
          WHEN ISFINITE(_6)
          THEN CASE
            WHEN _6 < CAST(-10.0e0 AS DOUBLE)
            THEN CAST(-10.0e0 AS DOUBLE)
            WHEN _6 > CAST(50000.0e0 AS DOUBLE)
            THEN CAST(50000.0e0 AS DOUBLE)
            ELSE _6
          END
          ELSE CAST(0.1e0 AS DOUBLE)
        END AS _7
      FROM (
        SELECT
          "smoker" AS _3,
          TRY_CAST("cost" AS DOUBLE) AS _6,
          ROW_NUMBER() OVER () AS _0
        FROM visits
      ) AS _l2
    ) AS _l3
  ) AS _l4
) AS _rows
GROUP BY
  _2,
  _5
