SELECT
  _1 AS k0,
  _4 AS k1,
  _7 AS k2,
  COUNT(*) AS m0
FROM (
  SELECT
    _1,
    CASE WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL THEN NULL ELSE CAST(_3 AS INT) END AS _4,
    CASE
      WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
      THEN NULL
      ELSE CASE
        WHEN _6 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
        THEN CASE
          WHEN _6 < CAST('2013-02-01' AS DATE)
          THEN 0
          ELSE CASE WHEN _6 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
        END
      END
    END AS _7
  FROM (
    SELECT
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE COALESCE(
          ARRAY_POSITION(ARRAY['true', 't', 'yes', 'y', '1', 'false', 'f', 'no', 'n', '0'], LOWER(_2)) - 1 < 5,
          ARRAY_POSITION(
            ARRAY['1', '0'],
            CASE
              WHEN (
                _2 < ':' AND _2 >= '+'
              )
              AND (
                _2 < '1' OR _2 LIKE '%.%' OR _2 LIKE '%e%' OR _2 LIKE '%E%'
              )
              THEN CASE
                WHEN _2 ~ '^[0-9]{1,38}([.]0*)?$'
                THEN COALESCE(NULLIF(TRIM(LEADING '0' FROM SPLIT_PART(_2, '.', 1)), ''), '0')
                WHEN _2 ~ '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$'
                THEN CASE
                  WHEN LENGTH(
                    TRIM('-' FROM REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          CASE
                            WHEN _2 LIKE '%e%' OR _2 LIKE '%E%'
                            THEN CASE WHEN _2 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                              99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                            )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                              99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                            ) + 1)
                            ELSE _2
                          END,
                          '^[+]?(-?)0*',
                          '\1'
                        ),
                        '([.][0-9]*[1-9])0*$|[.]0*$',
                        '\1'
                      ),
                      '.',
                      ''
                    ))
                  ) > 38
                  THEN _2
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          CASE
                            WHEN _2 LIKE '%e%' OR _2 LIKE '%E%'
                            THEN CASE WHEN _2 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM 1 FOR (
                              99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                            )) || '.' || SUBSTRING(REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99) FROM (
                              99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                            ) + 1)
                            ELSE _2
                          END,
                          '^[+]?(-?)0*',
                          '\1'
                        ),
                        '([.][0-9]*[1-9])0*$|[.]0*$',
                        '\1'
                      ),
                      '^-?$',
                      '0'
                    ),
                    '^(-?)[.]',
                    '\10.'
                  )
                END
                ELSE _2
              END
              ELSE _2
            END
          ) - 1 < 1
        )
      END AS _3,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN _5 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
          THEN _5
        END
      END AS _6,
      CASE
        WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
        THEN NULL
        ELSE CASE
          WHEN LENGTH(_0) BETWEEN 1 AND 1000
          AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
          THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0) - 1, 2)
        END
      END AS _1
    FROM (
      SELECT
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("smoker" AS TEXT)) COLLATE "C") <= 1000
            THEN CASE
              WHEN OCTET_LENGTH(TRIM(' 	\r
' FROM CAST("smoker" AS TEXT)) COLLATE "C") <> LENGTH(TRIM(' 	\r
' FROM CAST("smoker" AS TEXT)) COLLATE "C")
              THEN TRIM(' 	\r
   ﻿' FROM TRIM(' 	\r
' FROM CAST("smoker" AS TEXT)) COLLATE "C")
              ELSE TRIM(' 	\r
' FROM CAST("smoker" AS TEXT)) COLLATE "C"
            END
          END
        END AS _2,
        (
          SELECT
            CASE
              WHEN (
                _y <= 10000
                AND _mo BETWEEN 1 AND 12
                AND _d BETWEEN 1 AND CASE
                  WHEN _mo = 2 AND (
                    _y % 4 = 0 AND (
                      NOT _y % 100 = 0 OR _y % 400 = 0
                    )
                  )
                  THEN 29
                  WHEN _mo = 2
                  THEN 28
                  WHEN _mo IN (4, 6, 9, 11)
                  THEN 30
                  ELSE 31
                END
              )
              AND (
                (
                  _h < 24 OR (
                    _h = 24 AND _mi + _s + _us = 0
                  )
                ) AND _mi < 60 AND _s < 60
              )
              THEN MAKE_DATE(CASE WHEN _y = 0 THEN -1 ELSE _y END, _mo, _d) + CAST(FLOOR((
                _h * 60 + _mi - _shift
              ) / CAST(1440.0e0 AS DOUBLE PRECISION)) AS INT)
            END
          FROM (
            SELECT
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CAST(COALESCE(NULLIF((
                  _m
                )[1], ''), '0') AS INT)
              END AS _y,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CAST(COALESCE(NULLIF((
                  _m
                )[3], ''), '0') AS INT)
              END AS _mo,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CAST(COALESCE(NULLIF((
                  _m
                )[4], ''), '0') AS INT)
              END AS _d,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CAST(COALESCE(NULLIF((
                  _m
                )[5], ''), '0') AS INT)
              END AS _h,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CAST(COALESCE(NULLIF((
                  _m
                )[6], ''), '0') AS INT)
              END AS _mi,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CAST(COALESCE(NULLIF((
                  _m
                )[7], ''), '0') AS INT)
              END AS _s,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CAST(COALESCE(NULLIF((
                  _m
                )[8], ''), '0') AS INT)
              END AS _us,
              CASE
                WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                THEN NULL
                ELSE CASE
                  WHEN NOT _o IS NULL
                  THEN CAST((
                    _o
                  )[1] AS INT) * 60 + CAST(CONCAT(LEFT((
                    _o
                  )[1], 1), COALESCE((
                    _o
                  )[2], '0')) AS INT)
                  ELSE 0
                END
              END AS _shift
            FROM (
              SELECT
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE REGEXP_MATCH(
                    CASE
                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT)) COLLATE "C") <= 1000
                      THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT)) COLLATE "C"
                    END,
                    '^([0-9]{1,9})([-/ \\])([0-9]{1,2})\2([0-9]{1,2})(?:[T \t\r\n\v\f][ \t\r\n\v\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$'
                  )
                END AS _m,
                CASE
                  WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
                  THEN NULL
                  ELSE REGEXP_MATCH(
                    CASE
                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS TEXT)) COLLATE "C") <= 1000
                      THEN TRIM(' 	\r
' FROM CAST("day" AS TEXT)) COLLATE "C"
                    END,
                    ':.*([+-][0-9]{2}):?([0-9]{2})?$'
                  )
                END AS _o
            ) AS _p
            WHERE
              NOT _m IS NULL
          ) AS _q
        ) AS _5,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE CASE
            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C") <= 1000
            THEN CASE
              WHEN OCTET_LENGTH(TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C") <> LENGTH(TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C")
              THEN TRIM(' 	\r
   ﻿' FROM TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C")
              ELSE TRIM(' 	\r
' FROM CAST("ward's ""name""" AS TEXT)) COLLATE "C"
            END
          END
        END AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
GROUP BY
  _1,
  _4,
  _7
