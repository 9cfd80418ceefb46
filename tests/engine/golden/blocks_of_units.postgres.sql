SELECT
  _1 AS k0,
  _4 AS k1,
  COUNT(_7) AS m0
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _8 ORDER BY _order, _1, _4) AS _rank
    FROM (
      SELECT
        *,
        MD5(
          CONCAT(
            '20250101',
            CASE
              WHEN NOT _0 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_0 AS TEXT)) AS TEXT), ':', CAST(_0 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _1 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_1 AS TEXT)) AS TEXT), ':', CAST(_1 AS TEXT))
              ELSE '~'
            END,
            CASE
              WHEN NOT _4 IS NULL
              THEN CONCAT(CAST(LENGTH(CAST(_4 AS TEXT)) AS TEXT), ':', CAST(_4 AS TEXT))
              ELSE '~'
            END
          )
        ) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            CASE
              WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
              THEN NULL
              ELSE (
                CAST(CAST(CONCAT(
                  'x',
                  SUBSTRING(MD5(
                    CONCAT(
                      '20250101',
                      CASE
                        WHEN NOT _0 IS NULL
                        THEN CONCAT(CAST(LENGTH(CAST(_0 AS TEXT)) AS TEXT), ':', CAST(_0 AS TEXT))
                        ELSE '~'
                      END
                    )
                  ) FROM 1 FOR 7)
                ) AS BIT(28)) AS BIGINT)
              ) % 100
            END AS _1,
            CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_3 AS INT) END AS _4,
            _7,
            _8,
            _0
          FROM (
            SELECT
              _0,
              _2 AS _3,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CASE
                  WHEN NOT _6 IS NULL
                  THEN CASE
                    WHEN _6 < CAST(-10.0e0 AS DOUBLE PRECISION)
                    THEN CAST(-10.0e0 AS DOUBLE PRECISION)
                    WHEN _6 > CAST(50000.0e0 AS DOUBLE PRECISION)
                    THEN CAST(50000.0e0 AS DOUBLE PRECISION)
                    ELSE _6
                  END
                  ELSE CAST(0.1e0 AS DOUBLE PRECISION)
                END
              END AS _7,
              _8
            FROM (
              SELECT
                _2,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE CASE
                    WHEN _5 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                    OR _5 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                    THEN CASE
                      WHEN CAST(CAST(_5 AS REAL) AS DOUBLE PRECISION) = _5
                      THEN CASE
                        WHEN _5 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                        AND _5 = FLOOR(_5)
                        THEN _5
                        WHEN LENGTH(CAST(ABS(_5) AS TEXT)) > 15
                        THEN CAST(CAST(CAST(_5 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                        ELSE _5
                      END
                      ELSE _5
                    END
                    ELSE _5
                  END
                END AS _6,
                _0,
                _8
              FROM (
                SELECT
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(1e-200 AS DOUBLE PRECISION) AND CAST(1.7976931348623157e+308 AS DOUBLE PRECISION)
                      THEN CAST("cost" AS DOUBLE PRECISION)
                      WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE PRECISION) AND CAST(-1e-200 AS DOUBLE PRECISION)
                      THEN CAST("cost" AS DOUBLE PRECISION)
                      WHEN CAST("cost" AS DOUBLE PRECISION) = CAST(0.0e0 AS DOUBLE PRECISION)
                      THEN CAST(0.0e0 AS DOUBLE PRECISION)
                      WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(0.0e0 AS DOUBLE PRECISION) AND CAST(1e-200 AS DOUBLE PRECISION)
                      THEN CAST(1e-200 AS DOUBLE PRECISION)
                      WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(-1e-200 AS DOUBLE PRECISION) AND CAST(0.0e0 AS DOUBLE PRECISION)
                      THEN CAST(-1e-200 AS DOUBLE PRECISION)
                    END
                  END AS _5,
                  "smoker" AS _2,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                      THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
                    END
                  END AS _0,
                  CASE
                    WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                    THEN NULL
                    ELSE CASE
                      WHEN NOT CASE
                        WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                        THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
                      END IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                      THEN CASE
                        WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C") <= 1000
                        THEN TRIM(' 	\r
' FROM CAST("patient" AS TEXT)) COLLATE "C"
                      END
                    END
                  END AS _8
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l4
        ) AS _rows
        WHERE
          NOT _1 IS NULL AND NOT _4 IS NULL AND NOT _7 IS NULL
        OFFSET 0
      ) AS _inside
      OFFSET 0
    ) AS _hashed
    OFFSET 0
  ) AS _ranked
  WHERE
    _rank <= 2
  OFFSET 0
) AS _kept
GROUP BY
  _1,
  _4
