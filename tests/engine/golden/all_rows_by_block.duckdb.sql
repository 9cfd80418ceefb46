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
        (
          CAST(_2 AS BIGINT) * 2 + _5
        ) AS cell,
        _8 AS y,
        COUNT(*) AS n
      FROM (
        SELECT
          *
        FROM (
          SELECT
            *,
            DENSE_RANK() OVER (PARTITION BY _1 ORDER BY _order, _2, _5) AS _rank
          FROM (
            SELECT
              *,
              HASH(20250101, _1, _2, _5) AS _order
            FROM (
              SELECT
                *
              FROM (
                SELECT
                  (
                    TRY_CAST('0x' || SUBSTRING(
                      MD5(
                        CONCAT(
                          '20250101',
                          CASE
                            WHEN NOT _1 IS NULL
                            THEN CONCAT(CAST(LENGTH(CAST(_1 AS TEXT)) AS TEXT), ':', CAST(_1 AS TEXT))
                            ELSE '~'
                          END
                        )
                      ),
                      1,
                      7
                    ) AS BIGINT)
                  ) % 20 AS _2,
                  CAST(_4 AS INT) AS _5,
                  _7 AS _8,
                  _7,
                  _1
                FROM (
                  SELECT
                    _1,
                    _3 AS _4,
                    CASE
                      WHEN NOT _6 IS NULL
                      THEN CASE WHEN _6 < 0 THEN 0 WHEN _6 > 120 THEN 120 ELSE CAST(_6 AS BIGINT) END
                    END AS _7
                  FROM (
                    SELECT
                      _3,
                      _6,
                      CASE
                        WHEN NOT _0 IN ('', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                        THEN CASE
                          WHEN (
                            _0 < ':' AND _0 >= '+'
                          )
                          AND (
                            _0 < '1' OR _0 LIKE '%.%' OR _0 LIKE '%e%' OR _0 LIKE '%E%'
                          )
                          THEN CASE
                            WHEN REGEXP_MATCHES(_0, '^[0-9]{1,38}([.]0*)?$')
                            THEN COALESCE(NULLIF(LTRIM(SPLIT_PART(_0, '.', 1), '0'), ''), '0')
                            WHEN REGEXP_MATCHES(_0, '^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,2})?$')
                            THEN CASE
                              WHEN LENGTH(
                                TRIM(
                                  REPLACE(
                                    REGEXP_REPLACE(
                                      REGEXP_REPLACE(
                                        CASE
                                          WHEN _0 LIKE '%e%' OR _0 LIKE '%E%'
                                          THEN CASE WHEN _0 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                            REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                            1,
                                            (
                                              99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                            )
                                          ) || '.' || SUBSTRING(
                                            REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                            (
                                              99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                            ) + 1
                                          )
                                          ELSE _0
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
                              THEN _0
                              ELSE REGEXP_REPLACE(
                                REGEXP_REPLACE(
                                  REGEXP_REPLACE(
                                    REGEXP_REPLACE(
                                      CASE
                                        WHEN _0 LIKE '%e%' OR _0 LIKE '%E%'
                                        THEN CASE WHEN _0 LIKE '-%' THEN '-' ELSE '' END || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                          1,
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                          )
                                        ) || '.' || SUBSTRING(
                                          REPEAT('0', 99) || REGEXP_REPLACE(_0, '^[+-]?([0-9]*)[.]?([0-9]*)[eE].*$', '\1\2') || REPEAT('0', 99),
                                          (
                                            99 + LENGTH(REGEXP_REPLACE(_0, '^[+-]?([0-9]*).*$', '\1')) + TRY_CAST(REGEXP_REPLACE(_0, '^.*[eE]', '') AS INT)
                                          ) + 1
                                        )
                                        ELSE _0
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
                            ELSE _0
                          END
                          ELSE _0
                        END
                      END AS _1
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
                        ) AS _0,
                        "smoker" AS _3,
                        "age" AS _6
                      FROM visits
                    ) AS _l1
                  ) AS _l2
                ) AS _l4
              ) AS _rows
              WHERE
                NOT _7 IS NULL AND NOT _2 IS NULL AND NOT _5 IS NULL
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
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(1 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(2 AS BIGINT),
        CAST(2 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(3 AS BIGINT),
        CAST(3 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(4 AS BIGINT),
        CAST(4 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(5 AS BIGINT),
        CAST(5 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(6 AS BIGINT),
        CAST(6 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(7 AS BIGINT),
        CAST(7 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(8 AS BIGINT),
        CAST(8 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(9 AS BIGINT),
        CAST(9 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(10 AS BIGINT),
        CAST(10 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(11 AS BIGINT),
        CAST(11 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(12 AS BIGINT),
        CAST(12 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(13 AS BIGINT),
        CAST(13 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(14 AS BIGINT),
        CAST(14 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(15 AS BIGINT),
        CAST(15 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(16 AS BIGINT),
        CAST(16 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(17 AS BIGINT),
        CAST(17 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(18 AS BIGINT),
        CAST(18 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(19 AS BIGINT),
        CAST(19 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(20 AS BIGINT),
        CAST(20 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(21 AS BIGINT),
        CAST(21 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(22 AS BIGINT),
        CAST(22 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(23 AS BIGINT),
        CAST(23 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(24 AS BIGINT),
        CAST(24 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(25 AS BIGINT),
        CAST(25 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(26 AS BIGINT),
        CAST(26 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(27 AS BIGINT),
        CAST(27 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(28 AS BIGINT),
        CAST(28 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(29 AS BIGINT),
        CAST(29 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(30 AS BIGINT),
        CAST(30 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(31 AS BIGINT),
        CAST(31 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(32 AS BIGINT),
        CAST(32 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(33 AS BIGINT),
        CAST(33 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(34 AS BIGINT),
        CAST(34 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(35 AS BIGINT),
        CAST(35 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(36 AS BIGINT),
        CAST(36 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(37 AS BIGINT),
        CAST(37 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(38 AS BIGINT),
        CAST(38 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      ),
      (
        CAST(39 AS BIGINT),
        CAST(39 AS BIGINT),
        CAST(0 AS BIGINT),
        CAST(120 AS BIGINT),
        CAST(1 AS BIGINT),
        CAST(2 AS BIGINT)
      )) AS _ranges(cell, place, low, high, a, b)
      ON _points.cell = _ranges.cell AND y BETWEEN low AND high
  ) AS _parted
) AS _summed
WHERE
  b * (
    upto + 2147483650
  ) > a * total
  AND b * (
    upto - n - 2147483648
  ) <= a * total
