SELECT
  _2 AS k0,
  _13 AS k1,
  CAST(SUM(CAST(_17 AS DECIMAL(38, 0))) AS VARCHAR) AS m0
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
    _17
  FROM (
    SELECT
      CAST(0 AS INTEGER) + CAST(_5 AS INTEGER) * 1 + CAST(_8 AS INTEGER) * -10 + CAST(_11 AS INTEGER) * 0 AS _12,
      _2,
      _17
    FROM (
      SELECT
        _10 <> 0 AS _11,
        _7 = TRUE AS _8,
        _4 AS _5,
        CASE
          WHEN (
            (
              FROM_BASE(SUBSTR(_1, 1, 7), 16)
            ) * 268435456 + (
              FROM_BASE(SUBSTR(_1, 8, 7), 16)
            )
          ) < 24019198012642645
          THEN 0
        END AS _2,
        CAST(FLOOR(_16 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS INTEGER) AS _17
      FROM (
        SELECT
          _10,
          _7,
          _4,
          LOWER(
            TO_HEX(
              MD5(
                TO_UTF8(
                  CONCAT(
                    'coin',
                    CASE
                      WHEN NOT _0 IS NULL
                      THEN CONCAT(CAST(LENGTH(CAST(_0 AS VARCHAR)) AS VARCHAR), ':', CAST(_0 AS VARCHAR))
                      ELSE '~'
                    END
                  )
                )
              )
            )
          ) AS _1,
          _16
        FROM (
          SELECT
            _0,
            CASE
              WHEN LENGTH(_9) BETWEEN 1 AND 1000
              THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY['A', 'B''; --'], _9), 0) - 1, 2)
            END AS _10,
            _6 AS _7,
            CASE
              WHEN NOT _3 IS NULL
              THEN CASE WHEN _3 < 0 THEN 0 WHEN _3 > 120 THEN 120 ELSE CAST(_3 AS BIGINT) END
            END AS _4,
            CASE
              WHEN _15 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
              THEN CASE
                WHEN _15 < CAST(-10.0e0 AS DOUBLE)
                THEN CAST(-10.0e0 AS DOUBLE)
                WHEN _15 > CAST(50000.0e0 AS DOUBLE)
                THEN CAST(50000.0e0 AS DOUBLE)
                ELSE _15
              END
              ELSE CAST(0.1e0 AS DOUBLE)
            END AS _16
          FROM (
            SELECT
              _9,
              _6,
              _3,
              CASE
                WHEN CAST(_14 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                AND CAST(_14 AS DOUBLE) = FLOOR(CAST(_14 AS DOUBLE))
                THEN CAST(_14 AS DOUBLE)
                WHEN CASE
                  WHEN TRY_CAST(TRY_CAST(CAST(_14 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_14 AS DOUBLE)
                  THEN LENGTH(
                    TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_14 AS DOUBLE)) AS VARCHAR), 'E', 1), '.', ''))
                  ) > CASE
                    WHEN ABS(CAST(_14 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                    THEN 10
                    WHEN ABS(CAST(_14 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                    THEN 14
                    WHEN ABS(CAST(_14 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                    THEN 13
                    WHEN ABS(CAST(_14 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                    THEN 12
                    WHEN ABS(CAST(_14 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                    THEN 11
                    ELSE 10
                  END
                END
                THEN TRY_CAST(CAST(TRY_CAST(CAST(_14 AS DOUBLE) AS REAL) AS VARCHAR) AS DOUBLE)
                ELSE CAST(_14 AS DOUBLE)
              END AS _15,
              _0
            FROM (
              SELECT
                TRY_CAST("cost" AS DOUBLE) AS _14,
                TRIM(' 	\r
' FROM CAST("ward's ""name""" AS VARCHAR)) AS _9,
                "smoker" AS _6,
                "age" AS _3,
                CASE
                  WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS VARCHAR))) <= 1000
                  THEN TRIM(' 	\r
' FROM CAST("patient" AS VARCHAR))
                END AS _0
              FROM visits
            ) AS _l1
          ) AS _l2
        ) AS _l3
      ) AS _l4
    ) AS _l9
  ) AS _l11
) AS _rows
GROUP BY
  _2,
  _13
