SELECT
  _1 AS k0,
  COUNT(_3) AS m0,
  COUNT(DISTINCT _5) AS m1
FROM (
  SELECT
    *
  FROM (
    SELECT
      *,
      DENSE_RANK() OVER (PARTITION BY _5 ORDER BY _order, _1) AS _rank
    FROM (
      SELECT
        *,
        HASH(20250101, _5, _1) AS _order
      FROM (
        SELECT
          *
        FROM (
          SELECT
            _1,
            _3,
            _5,
            _7 >= CAST(65.0e0 AS DOUBLE) AS _8
          FROM (
            SELECT
              CASE
                WHEN NOT _6 IS NULL
                THEN CASE WHEN _6 < 0 THEN 0 WHEN _6 > 120 THEN 120 ELSE CAST(_6 AS BIGINT) END
              END AS _7,
              CASE
                WHEN LENGTH(_0) BETWEEN 1 AND 1000
                AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _0) - 1, 2)
              END AS _1,
              CASE
                WHEN ISFINITE(_2)
                THEN CASE
                  WHEN _2 < CAST(-10.0e0 AS DOUBLE)
                  THEN CAST(-10.0e0 AS DOUBLE)
                  WHEN _2 > CAST(50000.0e0 AS DOUBLE)
                  THEN CAST(50000.0e0 AS DOUBLE)
                  ELSE _2
                END
                ELSE CAST(0.1e0 AS DOUBLE)
              END AS _3,
              _5
            FROM (
              SELECT
                _6,
                _0,
                _2,
                CASE
                  WHEN NOT _4 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                  THEN CASE
                    WHEN (
                      _4 < ':' AND _4 >= '+'
                    )
                    AND (
                      _4 < '1' OR _4 LIKE '%.%' OR _4 LIKE '%e%' OR _4 LIKE '%E%'
                    )
                    THEN CASE
                      WHEN REGEXP_MATCHES(_4, '^[0-9]{1,38}([.]0*)?$')
                      THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_4, '.', 1), '0'), ''), '0')
                      WHEN REGEXP_MATCHES(_4, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                      THEN CASE
                        WHEN LENGTH(
                          TRIM(
                            REPLACE(
                              REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  CASE
                                    WHEN _4 LIKE '%e%' OR _4 LIKE '%E%'
                                    THEN CASE WHEN _4 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                      REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                      1,
                                      (
                                        99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                      )
                                    ) || '.' || SUBSTRING(
                                      REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                      (
                                        99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                      ) + 1
                                    )
                                    ELSE _4
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
                        THEN _4
                        ELSE REGEXP_REPLACE(
                          REGEXP_REPLACE(
                            REGEXP_REPLACE(
                              REGEXP_REPLACE(
                                CASE
                                  WHEN _4 LIKE '%e%' OR _4 LIKE '%E%'
                                  THEN CASE WHEN _4 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                    1,
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                    )
                                  ) || '.' || SUBSTRING(
                                    REPEAT('0', 99) || REGEXP_REPLACE(_4, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                    (
                                      99 + LENGTH(REGEXP_REPLACE(_4, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_4, '^.*[eE]', '') AS INT)
                                    ) + 1
                                  )
                                  ELSE _4
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
                      ELSE _4
                    END
                    ELSE _4
                  END
                END AS _5
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
                  ) AS _4,
                  "age" AS _6,
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
                  END AS _0,
                  TRY_CAST("cost" AS DOUBLE) AS _2
                FROM visits
              ) AS _l1
            ) AS _l2
          ) AS _l4
        ) AS _rows
        WHERE
          _8 AND NOT _1 IS NULL AND NOT _3 IS NULL
      ) AS _inside
    ) AS _hashed
  ) AS _ranked
  WHERE
    _rank <= 2
) AS _kept
GROUP BY
  _1
