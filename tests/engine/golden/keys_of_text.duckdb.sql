SELECT
  _1 AS k0,
  _4 AS k1,
  _7 AS k2,
  COUNT(*) AS m0
FROM (
  SELECT
    _1,
    CAST(_3 AS INT) AS _4,
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
        THEN COALESCE(ENUM_CODE(TRY_CAST(_0 AS ENUM('A', 'B''; --'))), 2)
      END AS _1
    FROM (
      SELECT
        LOWER(TRIM(CAST("smoker" AS TEXT), ' 	\r
')) AS _2,
        COALESCE(
          TRY_CAST(CASE
            WHEN CASE
              WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
              THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
            END >= '0'
            AND CASE
              WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
              THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
            END < ':'
            THEN TRY(
              TRY_CAST(CASE
                WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
              END AS TIMESTAMP) - TO_MINUTES(
                COALESCE(
                  CASE
                    WHEN CASE
                      WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                      THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                    END LIKE '%:%+__:__'
                    OR CASE
                      WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                      THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                    END LIKE '%:%-__:__'
                    THEN TRY_CAST(LEFT(
                      RIGHT(
                        CASE
                          WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                          THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                        END,
                        6
                      ),
                      3
                    ) AS INT) * 60 + TRY_CAST(CONCAT(
                      LEFT(
                        RIGHT(
                          CASE
                            WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                            THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                          END,
                          6
                        ),
                        1
                      ),
                      RIGHT(
                        RIGHT(
                          CASE
                            WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                            THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                          END,
                          6
                        ),
                        2
                      )
                    ) AS INT)
                    WHEN CASE
                      WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                      THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                    END LIKE '%:%+____'
                    OR CASE
                      WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                      THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                    END LIKE '%:%-____'
                    THEN TRY_CAST(LEFT(
                      RIGHT(
                        CASE
                          WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                          THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                        END,
                        5
                      ),
                      3
                    ) AS INT) * 60 + TRY_CAST(CONCAT(
                      LEFT(
                        RIGHT(
                          CASE
                            WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                            THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                          END,
                          5
                        ),
                        1
                      ),
                      RIGHT(
                        RIGHT(
                          CASE
                            WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                            THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                          END,
                          5
                        ),
                        2
                      )
                    ) AS INT)
                    WHEN CASE
                      WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                      THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                    END LIKE '%:%+__'
                    OR CASE
                      WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                      THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                    END LIKE '%:%-__'
                    THEN TRY_CAST(LEFT(
                      RIGHT(
                        CASE
                          WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                          THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                        END,
                        3
                      ),
                      3
                    ) AS INT) * 60 + TRY_CAST(CONCAT(
                      LEFT(
                        RIGHT(
                          CASE
                            WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
                            THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
                          END,
                          3
                        ),
                        1
                      ),
                      '0'
                    ) AS INT)
                  END,
                  0
                )
              )
            )
          END AS DATE),
          CASE
            WHEN CASE
              WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
              THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
            END >= '0'
            AND CASE
              WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
              THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
            END < ':'
            THEN TRY_CAST(CASE
              WHEN LENGTH(TRIM(CAST("day" AS TEXT), ' 	\r
')) <= 1000
              THEN TRIM(CAST("day" AS TEXT), ' 	\r
')
            END AS DATE)
          END
        ) AS _5,
        TRIM(CAST("ward's ""name""" AS TEXT), ' 	\r
') AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
GROUP BY
  _1,
  _4,
  _7
