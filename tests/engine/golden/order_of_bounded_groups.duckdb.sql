SELECT
  place,
  total,
  y,
  n,
  upto
FROM (
  SELECT
    place,
    a,
    b,
    y,
    n,
    CAST(SUM(n) OVER (PARTITION BY place) AS BIGINT) AS total,
    CAST(SUM(n) OVER (PARTITION BY place ORDER BY y) AS BIGINT) AS upto
  FROM (
    SELECT
      place,
      a,
      b,
      y,
      n
    FROM (
      SELECT
        CAST(_1 AS BIGINT) AS cell,
        _4 AS y,
        COUNT(*) AS n
      FROM (
        SELECT
          *
        FROM (
          SELECT
            *,
            DENSE_RANK() OVER (PARTITION BY _6 ORDER BY _order, _1) AS _rank
          FROM (
            SELECT
              *,
              HASH(20250101, _6, _1) AS _order
            FROM (
              SELECT
                *
              FROM (
                SELECT
                  _1,
                  CAST(FLOOR(_3 * CAST(8.0e0 AS DOUBLE) - CAST(-80.0e0 AS DOUBLE) + CAST(0.5e0 AS DOUBLE)) AS BIGINT) AS _4,
                  _3,
                  _6
                FROM (
                  SELECT
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
                    CASE
                      WHEN LENGTH(_0) BETWEEN 1 AND 1000
                      AND NOT _0 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                      THEN COALESCE(LIST_POSITION(['A', 'B''; --'], _0) - 1, 2)
                    END AS _1,
                    _6
                  FROM (
                    SELECT
                      _2,
                      _0,
                      CASE
                        WHEN NOT _5 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                        THEN CASE
                          WHEN (
                            _5 < ':' AND _5 >= '+'
                          )
                          AND (
                            _5 < '1' OR _5 LIKE '%.%' OR _5 LIKE '%e%' OR _5 LIKE '%E%'
                          )
                          THEN CASE
                            WHEN REGEXP_MATCHES(_5, '^[0-9]{1,38}([.]0*)?$')
                            THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_5, '.', 1), '0'), ''), '0')
                            WHEN REGEXP_MATCHES(_5, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                            THEN CASE
                              WHEN LENGTH(
                                TRIM(
                                  REPLACE(
                                    REGEXP_REPLACE(
                                      REGEXP_REPLACE(
                                        CASE
                                          WHEN _5 LIKE '%e%' OR _5 LIKE '%E%'
                                          THEN CASE WHEN _5 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                            REPEAT('0', 99) || REGEXP_REPLACE(_5, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                            1,
                                            (
                                              99 + LENGTH(REGEXP_REPLACE(_5, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_5, '^.*[eE]', '') AS INT)
                                            )
                                          ) || '.' || SUBSTRING(
                                            REPEAT('0', 99) || REGEXP_REPLACE(_5, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                            (
                                              99 + LENGTH(REGEXP_REPLACE(_5, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_5, '^.*[eE]', '') AS INT)
                                            ) + 1
                                          )
                                          ELSE _5
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
                              THEN _5
                              ELSE REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _5 LIKE '%e%' OR _5 LIKE '%E%'
                                        THEN CASE WHEN _5 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_5, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                          1,
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_5, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_5, '^.*[eE]', '') AS INT)
                                          )
                                        ) || '.' || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_5, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_5, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_5, '^.*[eE]', '') AS INT)
                                          ) + 1
                                        )
                                        ELSE _5
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
                            ELSE _5
                          END
                          ELSE _5
                        END
                      END AS _6
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
                        ) AS _5,
                        TRY_CAST("cost" AS DOUBLE) AS _2,
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
                NOT _3 IS NULL AND NOT _1 IS NULL
            ) AS _inside
          ) AS _hashed
        ) AS _ranked
        WHERE
          _rank <= 2
      ) AS _kept
      GROUP BY
        1,
        2
    ) AS _points
    JOIN (VALUES
      (
        CAST(0 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(1000 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(0 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(1001 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(9 AS BIGINT),
        CAST(10 AS BIGINT)
      ),
      (
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(1 AS BIGINT),
        CAST(3 AS BIGINT),
        CAST(400081 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(2 AS BIGINT),
        CAST(4 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(1000 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(2 AS BIGINT),
        CAST(5 AS BIGINT),
        CAST(1001 AS BIGINT),
        CAST(400080 AS BIGINT),
        CAST(9 AS BIGINT),
        CAST(10 AS BIGINT)
      )) AS _ranges(cell, place, low, high, a, b)
      ON _points.cell = _ranges.cell AND y BETWEEN low AND high
  ) AS _parted
) AS _summed
WHERE
  b * (
    upto + 42
  ) > a * total AND b * (
    upto - n - 40
  ) <= a * total
