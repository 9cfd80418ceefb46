WITH _units AS MATERIALIZED (
  SELECT
    _unit,
    _cell,
    _size,
    CAST(CASE WHEN _left < -150 THEN -150 WHEN _left > 150 THEN 150 ELSE _left END AS BIGINT) AS _y
  FROM (
    SELECT
      _unit,
      _cell,
      _size,
      _d - (
        CASE
          WHEN _total < 0
          THEN -CAST((
            (
              -_total
            ) * 1
          ) // (
            _size + 2
          ) AS BIGINT)
          ELSE CAST((
            _total * 1
          ) // (
            _size + 2
          ) AS BIGINT)
        END
      ) AS _left
    FROM (
      SELECT
        _unit,
        _cell,
        _size,
        _d,
        CAST(SUM(_d) OVER (PARTITION BY _unit) AS BIGINT) AS _total
      FROM (
        SELECT
          _unit,
          _cell,
          _size,
          (
            CASE
              WHEN (
                _y * 2 - 1048576
              ) < 0
              THEN -CAST((
                (
                  -(
                    _y * 2 - 1048576
                  )
                ) * 256
              ) // 1048576 AS BIGINT)
              ELSE CAST((
                (
                  _y * 2 - 1048576
                ) * 256
              ) // 1048576 AS BIGINT)
            END
          ) - (
            CASE WHEN _cell = 0 THEN -3 WHEN _cell = 1 THEN 0 WHEN _cell = 2 THEN 17 END
          ) AS _d
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
              CAST(CAST(SUM(_7) AS BIGINT) // COUNT(*) AS BIGINT) AS _y
            FROM (
              SELECT
                _1,
                _3,
                CAST(FLOOR(_6 * CAST(1048576.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _7
              FROM (
                SELECT
                  CASE
                    WHEN ISFINITE(_5)
                    THEN CASE
                      WHEN _5 < CAST(0.0e0 AS DOUBLE)
                      THEN CAST(0.0e0 AS DOUBLE)
                      WHEN _5 > CAST(1.0e0 AS DOUBLE)
                      THEN CAST(1.0e0 AS DOUBLE)
                      ELSE _5
                    END
                  END AS _6,
                  CASE
                    WHEN LENGTH(_0) BETWEEN 1 AND 1000
                    AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                    THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _0) - 1, 2)
                  END AS _1,
                  _3
                FROM (
                  SELECT
                    CASE
                      WHEN CAST(_4 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
                      AND CAST(_4 AS DOUBLE) = FLOOR(CAST(_4 AS DOUBLE))
                      THEN CAST(_4 AS DOUBLE)
                      WHEN CASE
                        WHEN TRY_CAST(TRY_CAST(CAST(_4 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_4 AS DOUBLE)
                        THEN LENGTH(CAST(ABS(CAST(_4 AS DOUBLE)) AS TEXT)) > 15
                      END
                      THEN TRY_CAST(CAST(TRY_CAST(CAST(_4 AS DOUBLE) AS REAL) AS TEXT) AS DOUBLE)
                      ELSE CAST(_4 AS DOUBLE)
                    END AS _5,
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
                      TRY_CAST(CAST("score" AS TEXT) AS DOUBLE) AS _4,
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
              NOT _1 IS NULL AND NOT _3 IS NULL AND NOT _7 IS NULL
            GROUP BY
              _3,
              _1
          ) AS _cells
        ) AS _units
      ) AS _apart
    ) AS _levels
  ) AS _lefts
)
SELECT
  _cell AS k0,
  _next AS k1,
  CAST(SUM(
    CAST(CASE WHEN _size = 1 THEN 12 WHEN _size = 2 THEN 6 WHEN _size = 3 THEN 4 ELSE 0 END AS BIGINT) * _y * _by
  ) AS TEXT) AS m0,
  CAST(SUM(
    CAST(CASE WHEN _size = 1 THEN 6 WHEN _size = 2 THEN 3 WHEN _size = 3 THEN 2 ELSE 0 END AS BIGINT)
  ) AS TEXT) AS m1
FROM (
  SELECT
    _one._cell AS _cell,
    _other._cell AS _next,
    _one._size AS _size,
    _one._y AS _y,
    _other._y AS _by
  FROM _units AS _one
  JOIN _units AS _other
    ON _one._unit = _other._unit AND _one._cell <= _other._cell
) AS _pairs
GROUP BY
  _cell,
  _next
