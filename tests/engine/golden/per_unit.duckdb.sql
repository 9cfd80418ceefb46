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
      _3 AS _unit,
      _1 AS _cell,
      CAST(CAST(SUM(_6) AS BIGINT) // COUNT(*) AS BIGINT) AS _y
    FROM (
      SELECT
        _1,
        _3,
        _5 AS _6,
        _5 >= CAST(65.0e0 AS DOUBLE) AS _7
      FROM (
        SELECT
          CASE
            WHEN NOT _4 IS NULL
            THEN CASE WHEN _4 < 0 THEN 0 WHEN _4 > 120 THEN 120 ELSE CAST(_4 AS BIGINT) END
          END AS _5,
          CASE
            WHEN LENGTH(_0) BETWEEN 1 AND 1000
            AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
            THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _0) - 1, 2)
          END AS _1,
          _3
        FROM (
          SELECT
            _4,
            _0,
            CASE
              WHEN NOT _2 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
              THEN CASE
                WHEN (
                  _2 < ':' AND _2 >= '+'
                )
                AND (
                  _2 < '1' OR _2 LIKE '%.%' OR _2 LIKE '%e%' OR _2 LIKE '%E%'
                )
                THEN CASE
                  WHEN REGEXP_MATCHES(_2, '^[0-9]{1,38}([.]0*)?$')
                  THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_2, '.', 1), '0'), ''), '0')
                  WHEN REGEXP_MATCHES(_2, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                  THEN CASE
                    WHEN LENGTH(
                      TRIM(
                        REPLACE(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(
                              CASE
                                WHEN _2 LIKE '%e%' OR _2 LIKE '%E%'
                                THEN CASE WHEN _2 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                  REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                  1,
                                  (
                                    99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                                  )
                                ) || '.' || SUBSTRING(
                                  REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                  (
                                    99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                                  ) + 1
                                )
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
                        ),
                        '-'
                      )
                    ) > 38
                    THEN _2
                    ELSE REGEXP_REPLACE(
                      REGEXP_REPLACE(
                        REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            CASE
                              WHEN _2 LIKE '%e%' OR _2 LIKE '%E%'
                              THEN CASE WHEN _2 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                1,
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                                )
                              ) || '.' || SUBSTRING(
                                REPEAT('0', 99) || REGEXP_REPLACE(_2, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                (
                                  99 + LENGTH(REGEXP_REPLACE(_2, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_2, '^.*[eE]', '') AS INT)
                                ) + 1
                              )
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
            END AS _3
          FROM (
            SELECT
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
              ) AS _2,
              "age" AS _4,
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
              END AS _0
            FROM visits
          ) AS _l1
        ) AS _l2
      ) AS _l4
    ) AS _rows
    WHERE
      _7 AND NOT _1 IS NULL AND NOT _3 IS NULL AND NOT _6 IS NULL
    GROUP BY
      _3,
      _1
  ) AS _cells
) AS _units
GROUP BY
  _cell
