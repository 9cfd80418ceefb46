SELECT
  CAST(_1 AS BIGINT) AS c0,
  CAST(_3 AS BIGINT) AS c1,
  CAST(_6 AS DOUBLE) AS c2,
  CAST(_9 AS DOUBLE) AS c3,
  CAST(_11 AS BIGINT) AS c4,
  CAST(_14 AS BIGINT) AS c5,
  CAST(_17 AS BIGINT) AS c6
FROM (
  SELECT
    (
      FROM_BASE(
        SUBSTR(
          LOWER(
            TO_HEX(
              MD5(
                TO_UTF8(
                  CONCAT(
                    '20250101',
                    CASE
                      WHEN NOT _0 IS NULL
                      THEN CONCAT(CAST(LENGTH(CAST(_0 AS VARCHAR)) AS VARCHAR), ':', CAST(_0 AS VARCHAR))
                      ELSE '~'
                    END
                  )
                )
              )
            )
          ),
          1,
          7
        ),
        16
      )
    ) % 100 AS _1,
    _3,
    _6,
    _9,
    _11,
    CAST(_13 AS INTEGER) AS _14,
    DATE_DIFF('day', CAST('1970-01-01' AS DATE), _16) AS _17
  FROM (
    SELECT
      _0,
      _12 AS _13,
      CASE
        WHEN _15 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
        THEN _15
      END AS _16,
      CASE
        WHEN NOT _2 IS NULL
        THEN CASE WHEN _2 < 0 THEN 0 WHEN _2 > 120 THEN 120 ELSE CAST(_2 AS BIGINT) END
      END AS _3,
      CASE
        WHEN _5 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
        THEN CASE
          WHEN _5 < CAST(-10.0e0 AS DOUBLE)
          THEN CAST(-10.0e0 AS DOUBLE)
          WHEN _5 > CAST(50000.0e0 AS DOUBLE)
          THEN CAST(50000.0e0 AS DOUBLE)
          ELSE _5
        END
        ELSE CAST(0.1e0 AS DOUBLE)
      END AS _6,
      CASE
        WHEN _8 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
        THEN CASE
          WHEN _8 < CAST(0.0e0 AS DOUBLE)
          THEN CAST(0.0e0 AS DOUBLE)
          WHEN _8 > CAST(1.0e0 AS DOUBLE)
          THEN CAST(1.0e0 AS DOUBLE)
          ELSE _8
        END
      END AS _9,
      CASE
        WHEN LENGTH(_10) BETWEEN 1 AND 1000
        THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY['A', 'B''; --'], _10), 0) - 1, 2)
      END AS _11
    FROM (
      SELECT
        _12,
        _15,
        _2,
        CASE
          WHEN CAST(_4 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND CAST(_4 AS DOUBLE) = FLOOR(CAST(_4 AS DOUBLE))
          THEN CAST(_4 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_4 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_4 AS DOUBLE)
            THEN LENGTH(
              TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_4 AS DOUBLE)) AS VARCHAR), 'E', 1), '.', ''))
            ) > CASE
              WHEN ABS(CAST(_4 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
              THEN 10
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
              THEN 14
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
              THEN 13
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
              THEN 12
              WHEN ABS(CAST(_4 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
              THEN 11
              ELSE 10
            END
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_4 AS DOUBLE) AS REAL) AS VARCHAR) AS DOUBLE)
          ELSE CAST(_4 AS DOUBLE)
        END AS _5,
        CASE
          WHEN CAST(_7 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND CAST(_7 AS DOUBLE) = FLOOR(CAST(_7 AS DOUBLE))
          THEN CAST(_7 AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(CAST(_7 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_7 AS DOUBLE)
            THEN LENGTH(
              TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_7 AS DOUBLE)) AS VARCHAR), 'E', 1), '.', ''))
            ) > CASE
              WHEN ABS(CAST(_7 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
              THEN 10
              WHEN ABS(CAST(_7 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
              THEN 14
              WHEN ABS(CAST(_7 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
              THEN 13
              WHEN ABS(CAST(_7 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
              THEN 12
              WHEN ABS(CAST(_7 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
              THEN 11
              ELSE 10
            END
          END
          THEN TRY_CAST(CAST(TRY_CAST(CAST(_7 AS DOUBLE) AS REAL) AS VARCHAR) AS DOUBLE)
          ELSE CAST(_7 AS DOUBLE)
        END AS _8,
        _10,
        _0
      FROM (
        SELECT
          TRY_CAST("cost" AS DOUBLE) AS _4,
          TRY_CAST(CAST("score" AS VARCHAR) AS DOUBLE) AS _7,
          "smoker" AS _12,
          CAST(AT_TIMEZONE(TRY_CAST("day" AS TIMESTAMP(12) WITH TIME ZONE), 'UTC') AS DATE) AS _15,
          "age" AS _2,
          TRIM(' 	\r
' FROM CAST("ward's ""name""" AS VARCHAR)) AS _10,
          CASE
            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("patient" AS VARCHAR))) <= 1000
            THEN TRIM(' 	\r
' FROM CAST("patient" AS VARCHAR))
          END AS _0
        FROM visits
      ) AS _l1
    ) AS _l2
  ) AS _l4
) AS _rows
WHERE
  NOT _1 IS NULL
  AND NOT _3 IS NULL
  AND NOT _6 IS NULL
  AND NOT _9 IS NULL
  AND NOT _11 IS NULL
  AND NOT _14 IS NULL
  AND NOT _17 IS NULL
