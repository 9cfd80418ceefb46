SELECT
  _9 AS k0,
  _12 AS k1,
  COUNT(_1) AS m0
FROM (
  SELECT
    CASE
      WHEN _1 = 0 OR _1 = 2
      THEN CASE
        WHEN _5 <= 1
        THEN 2
        WHEN _5 >= 2
        THEN CASE WHEN _8 = 1 THEN 0 WHEN _8 = 0 THEN 3 END
      END
      WHEN _1 = 1
      THEN 1
    END AS _9,
    _12,
    _1,
    _13
  FROM (
    SELECT
      _1,
      CAST(_4 * 4 / 121 AS INTEGER) AS _5,
      CAST(_7 AS INTEGER) AS _8,
      CASE
        WHEN _11 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
        THEN CASE
          WHEN _11 < CAST('2013-02-01' AS DATE)
          THEN 0
          ELSE CASE WHEN _11 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
        END
      END AS _12,
      _4 >= CAST(65.0e0 AS DOUBLE) AS _13
    FROM (
      SELECT
        CASE
          WHEN _3 BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE) AND CAST(1.7976931348623157e+308 AS DOUBLE)
          THEN CAST(FLOOR(
            (
              CASE
                WHEN _3 < CAST(0.0e0 AS DOUBLE)
                THEN CAST(0.0e0 AS DOUBLE)
                WHEN _3 > CAST(120.0e0 AS DOUBLE)
                THEN CAST(120.0e0 AS DOUBLE)
                ELSE _3
              END
            ) + CAST(0.5e0 AS DOUBLE)
          ) AS BIGINT)
        END AS _4,
        CASE
          WHEN _6 IN ('true', 't', 'yes', 'y', '1')
          THEN TRUE
          WHEN _6 IN ('false', 'f', 'no', 'n', '0')
          THEN FALSE
        END AS _7,
        CASE
          WHEN _10 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
          THEN _10
        END AS _11,
        CASE
          WHEN LENGTH(_0) BETWEEN 1 AND 1000
          THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0), 0) - 1, 2)
        END AS _1
      FROM (
        SELECT
          CASE
            WHEN CAST(_2 AS DOUBLE) BETWEEN CAST(-1.7e+38 AS DOUBLE) AND CAST(1.7e+38 AS DOUBLE)
            AND CAST(_2 AS DOUBLE) = FLOOR(CAST(_2 AS DOUBLE))
            THEN CAST(_2 AS DOUBLE)
            WHEN CASE
              WHEN TRY_CAST(TRY_CAST(CAST(_2 AS DOUBLE) AS REAL) AS DOUBLE) = CAST(_2 AS DOUBLE)
              THEN LENGTH(
                TRIM('0' FROM REPLACE(SPLIT_PART(CAST(ABS(CAST(_2 AS DOUBLE)) AS VARCHAR), 'E', 1), '.', ''))
              ) > CASE
                WHEN ABS(CAST(_2 AS DOUBLE)) > CAST(1e+16 AS DOUBLE)
                THEN 10
                WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(1.0e0 AS DOUBLE)
                THEN 14
                WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(0.1e0 AS DOUBLE)
                THEN 13
                WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(0.01e0 AS DOUBLE)
                THEN 12
                WHEN ABS(CAST(_2 AS DOUBLE)) >= CAST(0.001e0 AS DOUBLE)
                THEN 11
                ELSE 10
              END
            END
            THEN TRY_CAST(CAST(TRY_CAST(CAST(_2 AS DOUBLE) AS REAL) AS VARCHAR) AS DOUBLE)
            ELSE CAST(_2 AS DOUBLE)
          END AS _3,
          _6,
          _10,
          _0
        FROM (
          SELECT
            COALESCE(
              CASE
                WHEN REGEXP_LIKE(
                  TRIM(' 	
\r' FROM CASE
                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))) <= 1000
                    THEN TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))
                  END),
                  '^\+?-?([0-9](_?[0-9])*(\.([0-9](_?[0-9])*)?)?|\.[0-9](_?[0-9])*)([eE][+-]?[0-9](_?[0-9])*)?$'
                )
                THEN TRY_CAST(REGEXP_REPLACE(
                  REPLACE(
                    TRIM(' 	
\r' FROM CASE
                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))) <= 1000
                      THEN TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))
                    END),
                    '_'
                  ),
                  '^\+'
                ) AS DOUBLE)
              END,
              CASE LOWER(
                  CASE
                    WHEN LENGTH(TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))) <= 1000
                    THEN TRIM(' 	\r
' FROM CAST("age" AS VARCHAR))
                  END
                )
                WHEN 'true'
                THEN CAST(1.0e0 AS DOUBLE)
                WHEN 'false'
                THEN CAST(0.0e0 AS DOUBLE)
              END
            ) AS _2,
            LOWER(TRIM(' 	\r
' FROM CAST("smoker" AS VARCHAR))) AS _6,
            CASE
              WHEN REGEXP_EXTRACT(
                CASE
                  WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                  THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                END,
                '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                2
              ) = REGEXP_EXTRACT(
                CASE
                  WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                  THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                END,
                '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                4
              )
              AND COALESCE(
                TRY_CAST(NULLIF(
                  REGEXP_EXTRACT(
                    CASE
                      WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                      THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                    END,
                    '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                    1
                  ),
                  ''
                ) AS INTEGER),
                0
              ) <= 10000
              AND (
                (
                  COALESCE(
                    TRY_CAST(NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                          THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                        END,
                        '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                        6
                      ),
                      ''
                    ) AS INTEGER),
                    0
                  ) < 24
                  OR (
                    COALESCE(
                      TRY_CAST(NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                          END,
                          '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                          6
                        ),
                        ''
                      ) AS INTEGER),
                      0
                    ) = 24
                    AND COALESCE(
                      TRY_CAST(NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                          END,
                          '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                          7
                        ),
                        ''
                      ) AS INTEGER),
                      0
                    ) + COALESCE(
                      TRY_CAST(NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                          END,
                          '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                          8
                        ),
                        ''
                      ) AS INTEGER),
                      0
                    ) + COALESCE(
                      TRY_CAST(NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                          END,
                          '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                          9
                        ),
                        ''
                      ) AS INTEGER),
                      0
                    ) = 0
                  )
                )
                AND COALESCE(
                  TRY_CAST(NULLIF(
                    REGEXP_EXTRACT(
                      CASE
                        WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                        THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                      END,
                      '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                      7
                    ),
                    ''
                  ) AS INTEGER),
                  0
                ) < 60
                AND COALESCE(
                  TRY_CAST(NULLIF(
                    REGEXP_EXTRACT(
                      CASE
                        WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                        THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                      END,
                      '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                      8
                    ),
                    ''
                  ) AS INTEGER),
                  0
                ) < 60
              )
              THEN DATE_ADD(
                'day',
                CAST(FLOOR(
                  (
                    COALESCE(
                      TRY_CAST(NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                          END,
                          '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                          6
                        ),
                        ''
                      ) AS INTEGER),
                      0
                    ) * 60 + COALESCE(
                      TRY_CAST(NULLIF(
                        REGEXP_EXTRACT(
                          CASE
                            WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                            THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                          END,
                          '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                          7
                        ),
                        ''
                      ) AS INTEGER),
                      0
                    ) - (
                      COALESCE(
                        TRY_CAST(NULLIF(
                          REGEXP_EXTRACT(
                            CASE
                              WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                              THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                            END,
                            ':.*([+-][0-9]{2}):?([0-9]{2})?$',
                            1
                          ),
                          ''
                        ) AS INTEGER),
                        0
                      ) * 60 + COALESCE(
                        TRY_CAST(NULLIF(
                          CONCAT(
                            SUBSTR(
                              REGEXP_EXTRACT(
                                CASE
                                  WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                                  THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                                END,
                                ':.*([+-][0-9]{2}):?([0-9]{2})?$',
                                1
                              ),
                              1,
                              1
                            ),
                            REGEXP_EXTRACT(
                              CASE
                                WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                                THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                              END,
                              ':.*([+-][0-9]{2}):?([0-9]{2})?$',
                              2
                            )
                          ),
                          ''
                        ) AS INTEGER),
                        0
                      )
                    )
                  ) / CAST(1440.0e0 AS DOUBLE)
                ) AS BIGINT),
                TRY_CAST(FORMAT(
                  '%04d-%02d-%02d',
                  COALESCE(
                    TRY_CAST(NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                          THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                        END,
                        '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                        1
                      ),
                      ''
                    ) AS INTEGER),
                    0
                  ),
                  COALESCE(
                    TRY_CAST(NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                          THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                        END,
                        '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                        3
                      ),
                      ''
                    ) AS INTEGER),
                    0
                  ),
                  COALESCE(
                    TRY_CAST(NULLIF(
                      REGEXP_EXTRACT(
                        CASE
                          WHEN LENGTH(TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))) <= 1000
                          THEN TRIM(' 	\r
' FROM CAST("day" AS VARCHAR))
                        END,
                        '^([0-9]{1,9})([-/ \\])([0-9]{1,2})([-/ \\])([0-9]{1,2})(?:[T \t\r\n\x0B\f][ \t\r\n\x0B\f]*([0-9]{1,9}):(?:([0-9]{1,2})(?::(?:([0-9]{1,2})(?:\.([0-9]{0,6})[0-9]*)?)?)?)?(?:Z|[+-][0-9]{2}(?::?[0-9]{2})?|[+-][0-9]{2}:[0-9]{2}:[0-9]{2}| [A-Za-z0-9_/:+-]*)?)?$',
                        5
                      ),
                      ''
                    ) AS INTEGER),
                    0
                  )
                ) AS DATE)
              )
            END AS _10,
            TRIM(' 	\r
' FROM CAST("ward's ""name""" AS VARCHAR)) AS _0
          FROM visits
        ) AS _l1
      ) AS _l2
    ) AS _l4
  ) AS _l12
) AS _rows
WHERE
  _13
GROUP BY
  _9,
  _12
