SELECT
  _2 AS k0,
  _13 AS k1,
  CAST(SUM(CAST(_17 AS DECIMAL(38, 0))) AS STRING) AS m0
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
      CAST(0 AS INT) + CAST(_5 AS INT) * 1 + CAST(_8 AS INT) * -10 + CAST(_11 AS INT) * 0 AS _12,
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
              TRY_CAST(CONV(SUBSTRING(_1, 1, 7), 16, 10) AS BIGINT)
            ) * 268435456 + (
              TRY_CAST(CONV(SUBSTRING(_1, 8, 7), 16, 10) AS BIGINT)
            )
          ) < 24019198012642645
          THEN 0
        END AS _2,
        CAST(CASE
          WHEN _16 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE) BETWEEN CAST(-9007199254740992.0e0 AS DOUBLE) AND CAST(9007199254740992.0e0 AS DOUBLE)
          THEN CAST(FLOOR(_16 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS DOUBLE)
          ELSE _16 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)
        END AS INT) AS _17
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
                THEN CONCAT(CAST(LENGTH(CAST(_0 AS STRING)) AS STRING), ':', CAST(_0 AS STRING))
                ELSE '~'
              END
            )
          ) AS _1,
          _16
        FROM (
          SELECT
            _0,
            CASE
              WHEN LENGTH(_9) BETWEEN 1 AND 1000
              THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _9), 0) - 1, 2)
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
                AND (
                  CAST(_14 AS DOUBLE)
                ) % CAST(1.0e0 AS DOUBLE) = CAST(0.0e0 AS DOUBLE)
                THEN CAST(_14 AS DOUBLE)
                WHEN CASE
                  WHEN TRY_CAST(TRY_CAST(CAST(_14 AS DOUBLE) AS FLOAT) AS DOUBLE) = CAST(_14 AS DOUBLE)
                  THEN LENGTH(
                    TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_14 AS DOUBLE)) AS STRING), 'E', 1), '.', ''))
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
                THEN TRY_CAST(CAST(TRY_CAST(CAST(_14 AS DOUBLE) AS FLOAT) AS STRING) AS DOUBLE)
                ELSE CAST(_14 AS DOUBLE)
              END AS _15,
              _0
            FROM (
              SELECT
                TRY_CAST(`cost` AS DOUBLE) AS _14,
                TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) COLLATE UTF8_BINARY AS _9,
                `smoker` AS _6,
                `age` AS _3,
                CASE
                  WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY) <= 1000
                  THEN TRIM(' \t\r\n' FROM CAST(`patient` AS STRING)) COLLATE UTF8_BINARY
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
