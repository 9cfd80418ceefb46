SELECT
  _2 AS k0,
  _13 AS k1,
  CAST(SUM(_16) AS TEXT) AS m0
FROM (
  SELECT
    _2,
    CASE
      WHEN _12 < -5
      THEN 0
      WHEN _12 >= 65
      THEN 3
      WHEN _12 >= -5
      THEN CASE WHEN _12 < 18 THEN 0 ELSE CASE WHEN _12 < 65 THEN 1 ELSE 2 END END + 1
    END AS _13,
    _16
  FROM (
    SELECT
      CAST(0 AS INT) + CAST(_5 AS INT) * 1 + CAST(_8 AS INT) * -10 + CAST(_11 AS INT) * 0 AS _12,
      _2,
      _16
    FROM (
      SELECT
        _10 <> 0 AS _11,
        _7 = TRUE AS _8,
        _4 AS _5,
        CASE
          WHEN (
            (
              TRY_CAST('0x' || SUBSTRING(_1, 1, 7) AS BIGINT)
            ) * 268435456 + (
              TRY_CAST('0x' || SUBSTRING(_1, 8, 7) AS BIGINT)
            )
          ) < 24019198012642645
          THEN 0
        END AS _2,
        CAST(FLOOR(_15 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INT) AS _16
      FROM (
        SELECT
          _10,
          _7,
          _4,
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
          _15
        FROM (
          SELECT
            _0,
            CASE
              WHEN LENGTH(_9) BETWEEN 1 AND 1000
              THEN COALESCE(ENUM_CODE(TRY_CAST(_9 AS ENUM('A', 'B''; --'))), 2)
            END AS _10,
            _6 AS _7,
            CASE
              WHEN NOT _3 IS NULL
              THEN CASE WHEN _3 < 0 THEN 0 WHEN _3 > 120 THEN 120 ELSE CAST(_3 AS BIGINT) END
            END AS _4,
            CASE
              WHEN ISFINITE(_14)
              THEN CASE
                WHEN _14 < CAST(-10.0e0 AS DOUBLE)
                THEN CAST(-10.0e0 AS DOUBLE)
                WHEN _14 > CAST(50000.0e0 AS DOUBLE)
                THEN CAST(50000.0e0 AS DOUBLE)
                ELSE _14
              END
              ELSE CAST(0.1e0 AS DOUBLE)
            END AS _15
          FROM (
            SELECT
              TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
') AS _9,
              "smoker" AS _6,
              "age" AS _3,
              TRY_CAST("cost" AS DOUBLE) AS _14,
              CASE
                WHEN LENGTH(TRIM(CAST("patient" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("patient" AS TEXT), ' 	\r
')
              END AS _0
            FROM visits
          ) AS _l2
        ) AS _l3
      ) AS _l4
    ) AS _l9
  ) AS _l11
) AS _rows
GROUP BY
  _2,
  _13
