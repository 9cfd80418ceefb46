WITH _near AS MATERIALIZED (
  SELECT
    *
  FROM (
    SELECT
      *,
      RANK() OVER (PARTITION BY _unit ORDER BY _order) AS _first,
      COUNT(*) OVER (
        PARTITION BY _unit
        ORDER BY _order
        RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW
      ) AS _last
    FROM (
      SELECT
        *
      FROM (
        SELECT
          CASE
            WHEN NOT _read6 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
            THEN CASE
              WHEN (
                _read6 < ':' AND _read6 >= '+'
              )
              AND (
                _read6 < '1' OR _read6 LIKE '%.%' OR _read6 LIKE '%e%' OR _read6 LIKE '%E%'
              )
              THEN CASE
                WHEN REGEXP_MATCHES(_read6, '^[0-9]{1,38}([.]0*)?$')
                THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_read6, '.', 1), '0'), ''), '0')
                WHEN REGEXP_MATCHES(_read6, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                THEN CASE
                  WHEN LENGTH(
                    TRIM(
                      REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _read6 LIKE '%e%' OR _read6 LIKE '%E%'
                              THEN CASE WHEN _read6 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_read6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                1,
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_read6, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_read6, '^.*[eE]', '') AS INT)
                                )
                              ) || '.' || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_read6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_read6, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_read6, '^.*[eE]', '') AS INT)
                                ) + 1
                              )
                              ELSE _read6
                            END,
                            '^[+]?(-?)0*',
                            '\1'
                          ),
                          '([.][0-9]*[1-9])0*$|[.]0*$',
                          '\1'
                        ),
                        '.',
                        ''
                      ),
                      '-'
                    )
                  ) > 38
                  THEN _read6
                  ELSE REGEXP_REPLACE(
                    REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          CASE
                            WHEN _read6 LIKE '%e%' OR _read6 LIKE '%E%'
                            THEN CASE WHEN _read6 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_read6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                              1,
                              (
                                99 + LENGTH(REGEXP_REPLACE(_read6, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_read6, '^.*[eE]', '') AS INT)
                              )
                            ) || '.' || SUBSTRING(
                              REPEAT('0', 99) || REGEXP_REPLACE(_read6, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                              (
                                99 + LENGTH(REGEXP_REPLACE(_read6, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_read6, '^.*[eE]', '') AS INT)
                              ) + 1
                            )
                            ELSE _read6
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
                ELSE _read6
              END
              ELSE _read6
            END
          END AS _unit,
          HASH(
            20250101,
            CASE WHEN ISFINITE(_read0) THEN _read0 END,
            CASE WHEN ISFINITE(_read1) THEN _read1 END,
            CASE
              WHEN ISFINITE(
                CASE
                  WHEN CAST(_read2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                  AND CAST(_read2 AS DOUBLE) = FLOOR(CAST(_read2 AS DOUBLE))
                  THEN CAST(_read2 AS DOUBLE)
                  WHEN CASE
                    WHEN TRY_CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_read2 AS DOUBLE)
                    THEN LENGTH(CAST(ABS(CAST(_read2 AS DOUBLE)) AS TEXT)) > 15
                  END
                  THEN TRY_CAST(CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
                  ELSE CAST(_read2 AS DOUBLE)
                END
              )
              THEN CASE
                WHEN CAST(_read2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                AND CAST(_read2 AS DOUBLE) = FLOOR(CAST(_read2 AS DOUBLE))
                THEN CAST(_read2 AS DOUBLE)
                WHEN CASE
                  WHEN TRY_CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_read2 AS DOUBLE)
                  THEN LENGTH(CAST(ABS(CAST(_read2 AS DOUBLE)) AS TEXT)) > 15
                END
                THEN TRY_CAST(CAST(TRY_CAST(CAST(_read2 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
                ELSE CAST(_read2 AS DOUBLE)
              END
            END,
            CASE
              WHEN LENGTH(_read3) BETWEEN 1 AND 1000
              AND NOT _read3 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
              THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _read3) - 1, 2)
            END,
            CAST(_read4 AS INT),
            TRY_CAST("day" AS DATE)
          ) AS _order,
          "age" AS _0,
          "cost" AS _1,
          "score" AS _2,
          "ward's ""name""" AS _3,
          "smoker" AS _4,
          "day" AS _5
        FROM (
          SELECT
            "age",
            "cost",
            "score",
            "ward's ""name""",
            "smoker",
            "day",
            "patient",
            "note",
            TRY_CAST("age" AS DOUBLE) AS _read0,
            TRY_CAST("cost" AS DOUBLE) AS _read1,
            TRY_CAST(CAST("score" AS TEXT) AS DOUBLE) AS _read2,
            CASE
              WHEN CAST("ward's ""name""" AS TEXT) < '!'
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '	')
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '\r')
              OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '
')
              OR STRLEN(CAST("ward's ""name""" AS TEXT)) > 1000
              THEN CASE
                WHEN LENGTH(TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
   ﻿')
              END
              ELSE CASE
                WHEN STRLEN(CAST("ward's ""name""" AS TEXT)) <> LENGTH(CAST("ward's ""name""" AS TEXT))
                AND (
                  STARTS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR STARTS_WITH(CAST("ward's ""name""" AS TEXT), '﻿')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), ' ')
                  OR ENDS_WITH(CAST("ward's ""name""" AS TEXT), '﻿')
                )
                THEN TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
   ﻿')
                ELSE CAST("ward's ""name""" AS TEXT)
              END
            END AS _read3,
            "smoker" AS _read4,
            NFC_NORMALIZE(
              CASE
                WHEN CAST("patient" AS TEXT) < '!'
                OR ENDS_WITH(CAST("patient" AS TEXT), ' ')
                OR ENDS_WITH(CAST("patient" AS TEXT), '	')
                OR ENDS_WITH(CAST("patient" AS TEXT), '\r')
                OR ENDS_WITH(CAST("patient" AS TEXT), '
')
                OR STRLEN(CAST("patient" AS TEXT)) > 1000
                THEN CASE
                  WHEN LENGTH(TRIM(CAST("patient" AS TEXT), ' 	\r
')) <= 1000
                  THEN TRIM(CAST("patient" AS TEXT), ' 	\r
   ﻿')
                END
                ELSE CASE
                  WHEN STRLEN(CAST("patient" AS TEXT)) <> LENGTH(CAST("patient" AS TEXT))
                  AND (
                    STARTS_WITH(CAST("patient" AS TEXT), ' ')
                    OR STARTS_WITH(CAST("patient" AS TEXT), ' ')
                    OR STARTS_WITH(CAST("patient" AS TEXT), ' ')
                    OR STARTS_WITH(CAST("patient" AS TEXT), '﻿')
                    OR ENDS_WITH(CAST("patient" AS TEXT), ' ')
                    OR ENDS_WITH(CAST("patient" AS TEXT), ' ')
                    OR ENDS_WITH(CAST("patient" AS TEXT), ' ')
                    OR ENDS_WITH(CAST("patient" AS TEXT), '﻿')
                  )
                  THEN TRIM(CAST("patient" AS TEXT), ' 	\r
   ﻿')
                  ELSE CAST("patient" AS TEXT)
                END
              END
            ) AS _read6
          FROM visits
        ) AS _cells
      ) AS _all
      WHERE
        NOT _unit IS NULL
    ) AS _rows
  ) AS _ranks
  WHERE
    _first <= 5
)
SELECT
  _unit AS "patient",
  _0 AS "age",
  _1 AS "cost",
  _2 AS "score",
  _3 AS "ward's ""name""",
  _4 AS "smoker",
  _5 AS "day"
FROM _near
WHERE
  _last <= 5
UNION ALL
SELECT
  _unit AS "patient",
  _0 AS "age",
  _1 AS "cost",
  _2 AS "score",
  _3 AS "ward's ""name""",
  _4 AS "smoker",
  _5 AS "day"
FROM (
  SELECT
    *,
    ROW_NUMBER() OVER (
      PARTITION BY _unit
      ORDER BY CASE WHEN ISFINITE(TRY_CAST(_0 AS DOUBLE)) THEN TRY_CAST(_0 AS DOUBLE) END, CASE WHEN ISFINITE(TRY_CAST(_1 AS DOUBLE)) THEN TRY_CAST(_1 AS DOUBLE) END, CASE
        WHEN ISFINITE(
          CASE
            WHEN TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
            AND TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE) = FLOOR(TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE))
            THEN TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE)
            WHEN CASE
              WHEN TRY_CAST(TRY_CAST(TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE) AS REAL) AS DOUBLE) = TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE)
              THEN LENGTH(CAST(ABS(TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE)) AS TEXT)) > 15
            END
            THEN TRY_CAST(CAST(TRY_CAST(TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
            ELSE TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE)
          END
        )
        THEN CASE
          WHEN TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
          AND TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE) = FLOOR(TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE))
          THEN TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE)
          WHEN CASE
            WHEN TRY_CAST(TRY_CAST(TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE) AS REAL) AS DOUBLE) = TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE)
            THEN LENGTH(CAST(ABS(TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE)) AS TEXT)) > 15
          END
          THEN TRY_CAST(CAST(TRY_CAST(TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
          ELSE TRY_CAST(CAST(_2 AS TEXT) AS DOUBLE)
        END
      END, CASE
        WHEN LENGTH(
          CASE
            WHEN CAST(_3 AS TEXT) < '!'
            OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
            OR ENDS_WITH(CAST(_3 AS TEXT), '	')
            OR ENDS_WITH(CAST(_3 AS TEXT), '\r')
            OR ENDS_WITH(CAST(_3 AS TEXT), '
')
            OR STRLEN(CAST(_3 AS TEXT)) > 1000
            THEN CASE
              WHEN LENGTH(TRIM(CAST(_3 AS TEXT), ' 	\r
')) <= 1000
              THEN TRIM(CAST(_3 AS TEXT), ' 	\r
   ﻿')
            END
            ELSE CASE
              WHEN STRLEN(CAST(_3 AS TEXT)) <> LENGTH(CAST(_3 AS TEXT))
              AND (
                STARTS_WITH(CAST(_3 AS TEXT), ' ')
                OR STARTS_WITH(CAST(_3 AS TEXT), ' ')
                OR STARTS_WITH(CAST(_3 AS TEXT), ' ')
                OR STARTS_WITH(CAST(_3 AS TEXT), '﻿')
                OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
                OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
                OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
                OR ENDS_WITH(CAST(_3 AS TEXT), '﻿')
              )
              THEN TRIM(CAST(_3 AS TEXT), ' 	\r
   ﻿')
              ELSE CAST(_3 AS TEXT)
            END
          END
        ) BETWEEN 1 AND 1000
        AND NOT CASE
          WHEN CAST(_3 AS TEXT) < '!'
          OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
          OR ENDS_WITH(CAST(_3 AS TEXT), '	')
          OR ENDS_WITH(CAST(_3 AS TEXT), '\r')
          OR ENDS_WITH(CAST(_3 AS TEXT), '
')
          OR STRLEN(CAST(_3 AS TEXT)) > 1000
          THEN CASE
            WHEN LENGTH(TRIM(CAST(_3 AS TEXT), ' 	\r
')) <= 1000
            THEN TRIM(CAST(_3 AS TEXT), ' 	\r
   ﻿')
          END
          ELSE CASE
            WHEN STRLEN(CAST(_3 AS TEXT)) <> LENGTH(CAST(_3 AS TEXT))
            AND (
              STARTS_WITH(CAST(_3 AS TEXT), ' ')
              OR STARTS_WITH(CAST(_3 AS TEXT), ' ')
              OR STARTS_WITH(CAST(_3 AS TEXT), ' ')
              OR STARTS_WITH(CAST(_3 AS TEXT), '﻿')
              OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
              OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
              OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
              OR ENDS_WITH(CAST(_3 AS TEXT), '﻿')
            )
            THEN TRIM(CAST(_3 AS TEXT), ' 	\r
   ﻿')
            ELSE CAST(_3 AS TEXT)
          END
        END IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
        THEN COALESCE(
          LIST_POSITION(
            ['A', 'B''; --'],
            CASE
              WHEN CAST(_3 AS TEXT) < '!'
              OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
              OR ENDS_WITH(CAST(_3 AS TEXT), '	')
              OR ENDS_WITH(CAST(_3 AS TEXT), '\r')
              OR ENDS_WITH(CAST(_3 AS TEXT), '
')
              OR STRLEN(CAST(_3 AS TEXT)) > 1000
              THEN CASE
                WHEN LENGTH(TRIM(CAST(_3 AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST(_3 AS TEXT), ' 	\r
   ﻿')
              END
              ELSE CASE
                WHEN STRLEN(CAST(_3 AS TEXT)) <> LENGTH(CAST(_3 AS TEXT))
                AND (
                  STARTS_WITH(CAST(_3 AS TEXT), ' ')
                  OR STARTS_WITH(CAST(_3 AS TEXT), ' ')
                  OR STARTS_WITH(CAST(_3 AS TEXT), ' ')
                  OR STARTS_WITH(CAST(_3 AS TEXT), '﻿')
                  OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
                  OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
                  OR ENDS_WITH(CAST(_3 AS TEXT), ' ')
                  OR ENDS_WITH(CAST(_3 AS TEXT), '﻿')
                )
                THEN TRIM(CAST(_3 AS TEXT), ' 	\r
   ﻿')
                ELSE CAST(_3 AS TEXT)
              END
            END
          ) - 1,
          2
        )
      END, CAST(_4 AS INT), TRY_CAST(_5 AS DATE)
    ) AS _rank
  FROM _near
  WHERE
    _last > 5
) AS _tied
WHERE
  _rank <= 6 - _first
