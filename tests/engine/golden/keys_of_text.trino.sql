SELECT
  _1 AS k0,
  _4 AS k1,
  _7 AS k2,
  COUNT(*) AS m0
FROM (
  SELECT
    _1,
    CAST(_3 AS INTEGER) AS _4,
    CASE
      WHEN _6 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-03-31' AS DATE)
      THEN CASE
        WHEN _6 < CAST('2013-02-01' AS DATE)
        THEN 0
        ELSE CASE WHEN _6 < CAST('2013-03-01' AS DATE) THEN 1 ELSE 2 END
      END
    END AS _7
  FROM (
    SELECT
      CASE
        WHEN _2 IN ('true', 't', 'yes', 'y', '1')
        THEN TRUE
        WHEN _2 IN ('false', 'f', 'no', 'n', '0')
        THEN FALSE
      END AS _3,
      CASE
        WHEN _5 BETWEEN CAST('2013-01-01' AS DATE) AND CAST('2013-12-31' AS DATE)
        THEN _5
      END AS _6,
      CASE
        WHEN LENGTH(_0) BETWEEN 1 AND 1000
        THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY['A', 'B''; --'], _0), 0) - 1, 2)
      END AS _1
    FROM (
      SELECT
        LOWER(TRIM(' 	\r
' FROM CAST("smoker" AS VARCHAR))) AS _2,
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
        END AS _5,
        TRIM(' 	\r
' FROM CAST("ward's ""name""" AS VARCHAR)) AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
GROUP BY
  _1,
  _4,
  _7
