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
    ROW_NUMBER() OVER (PARTITION BY _unit ORDER BY _order) AS _rank
  FROM (
    SELECT
      *
    FROM (
      SELECT
        "patient" AS _unit,
        CASE
          WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
          THEN NULL
          ELSE MD5(
            CONCAT(
              '20250101',
              CASE
                WHEN NOT CASE WHEN NOT _read0 IS NULL THEN _read0 END IS NULL
                THEN CONCAT(
                  CAST(LENGTH(CAST(CASE WHEN NOT _read0 IS NULL THEN _read0 END AS TEXT)) AS TEXT),
                  ':',
                  CAST(CASE WHEN NOT _read0 IS NULL THEN _read0 END AS TEXT)
                )
                ELSE '~'
              END,
              CASE
                WHEN NOT CASE
                  WHEN NOT CASE
                    WHEN _read1 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                    OR _read1 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                    THEN CASE
                      WHEN CAST(CAST(_read1 AS REAL) AS DOUBLE PRECISION) = _read1
                      THEN CASE
                        WHEN _read1 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                        AND _read1 = FLOOR(_read1)
                        THEN _read1
                        WHEN LENGTH(CAST(ABS(_read1) AS TEXT)) > 15
                        THEN CAST(CAST(CAST(_read1 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                        ELSE _read1
                      END
                      ELSE _read1
                    END
                    ELSE _read1
                  END IS NULL
                  THEN CASE
                    WHEN _read1 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                    OR _read1 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                    THEN CASE
                      WHEN CAST(CAST(_read1 AS REAL) AS DOUBLE PRECISION) = _read1
                      THEN CASE
                        WHEN _read1 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                        AND _read1 = FLOOR(_read1)
                        THEN _read1
                        WHEN LENGTH(CAST(ABS(_read1) AS TEXT)) > 15
                        THEN CAST(CAST(CAST(_read1 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                        ELSE _read1
                      END
                      ELSE _read1
                    END
                    ELSE _read1
                  END
                END IS NULL
                THEN CONCAT(
                  CAST(LENGTH(
                    CAST(CASE
                      WHEN NOT CASE
                        WHEN _read1 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                        OR _read1 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                        THEN CASE
                          WHEN CAST(CAST(_read1 AS REAL) AS DOUBLE PRECISION) = _read1
                          THEN CASE
                            WHEN _read1 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                            AND _read1 = FLOOR(_read1)
                            THEN _read1
                            WHEN LENGTH(CAST(ABS(_read1) AS TEXT)) > 15
                            THEN CAST(CAST(CAST(_read1 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                            ELSE _read1
                          END
                          ELSE _read1
                        END
                        ELSE _read1
                      END IS NULL
                      THEN CASE
                        WHEN _read1 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                        OR _read1 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                        THEN CASE
                          WHEN CAST(CAST(_read1 AS REAL) AS DOUBLE PRECISION) = _read1
                          THEN CASE
                            WHEN _read1 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                            AND _read1 = FLOOR(_read1)
                            THEN _read1
                            WHEN LENGTH(CAST(ABS(_read1) AS TEXT)) > 15
                            THEN CAST(CAST(CAST(_read1 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                            ELSE _read1
                          END
                          ELSE _read1
                        END
                        ELSE _read1
                      END
                    END AS TEXT)
                  ) AS TEXT),
                  ':',
                  CAST(CASE
                    WHEN NOT CASE
                      WHEN _read1 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                      OR _read1 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                      THEN CASE
                        WHEN CAST(CAST(_read1 AS REAL) AS DOUBLE PRECISION) = _read1
                        THEN CASE
                          WHEN _read1 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                          AND _read1 = FLOOR(_read1)
                          THEN _read1
                          WHEN LENGTH(CAST(ABS(_read1) AS TEXT)) > 15
                          THEN CAST(CAST(CAST(_read1 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                          ELSE _read1
                        END
                        ELSE _read1
                      END
                      ELSE _read1
                    END IS NULL
                    THEN CASE
                      WHEN _read1 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                      OR _read1 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                      THEN CASE
                        WHEN CAST(CAST(_read1 AS REAL) AS DOUBLE PRECISION) = _read1
                        THEN CASE
                          WHEN _read1 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                          AND _read1 = FLOOR(_read1)
                          THEN _read1
                          WHEN LENGTH(CAST(ABS(_read1) AS TEXT)) > 15
                          THEN CAST(CAST(CAST(_read1 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                          ELSE _read1
                        END
                        ELSE _read1
                      END
                      ELSE _read1
                    END
                  END AS TEXT)
                )
                ELSE '~'
              END,
              CASE
                WHEN NOT CASE
                  WHEN NOT CASE
                    WHEN _read2 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                    OR _read2 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                    THEN CASE
                      WHEN CAST(CAST(_read2 AS REAL) AS DOUBLE PRECISION) = _read2
                      THEN CASE
                        WHEN _read2 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                        AND _read2 = FLOOR(_read2)
                        THEN _read2
                        WHEN LENGTH(CAST(ABS(_read2) AS TEXT)) > 15
                        THEN CAST(CAST(CAST(_read2 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                        ELSE _read2
                      END
                      ELSE _read2
                    END
                    ELSE _read2
                  END IS NULL
                  THEN CASE
                    WHEN _read2 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                    OR _read2 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                    THEN CASE
                      WHEN CAST(CAST(_read2 AS REAL) AS DOUBLE PRECISION) = _read2
                      THEN CASE
                        WHEN _read2 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                        AND _read2 = FLOOR(_read2)
                        THEN _read2
                        WHEN LENGTH(CAST(ABS(_read2) AS TEXT)) > 15
                        THEN CAST(CAST(CAST(_read2 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                        ELSE _read2
                      END
                      ELSE _read2
                    END
                    ELSE _read2
                  END
                END IS NULL
                THEN CONCAT(
                  CAST(LENGTH(
                    CAST(CASE
                      WHEN NOT CASE
                        WHEN _read2 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                        OR _read2 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                        THEN CASE
                          WHEN CAST(CAST(_read2 AS REAL) AS DOUBLE PRECISION) = _read2
                          THEN CASE
                            WHEN _read2 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                            AND _read2 = FLOOR(_read2)
                            THEN _read2
                            WHEN LENGTH(CAST(ABS(_read2) AS TEXT)) > 15
                            THEN CAST(CAST(CAST(_read2 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                            ELSE _read2
                          END
                          ELSE _read2
                        END
                        ELSE _read2
                      END IS NULL
                      THEN CASE
                        WHEN _read2 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                        OR _read2 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                        THEN CASE
                          WHEN CAST(CAST(_read2 AS REAL) AS DOUBLE PRECISION) = _read2
                          THEN CASE
                            WHEN _read2 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                            AND _read2 = FLOOR(_read2)
                            THEN _read2
                            WHEN LENGTH(CAST(ABS(_read2) AS TEXT)) > 15
                            THEN CAST(CAST(CAST(_read2 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                            ELSE _read2
                          END
                          ELSE _read2
                        END
                        ELSE _read2
                      END
                    END AS TEXT)
                  ) AS TEXT),
                  ':',
                  CAST(CASE
                    WHEN NOT CASE
                      WHEN _read2 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                      OR _read2 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                      THEN CASE
                        WHEN CAST(CAST(_read2 AS REAL) AS DOUBLE PRECISION) = _read2
                        THEN CASE
                          WHEN _read2 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                          AND _read2 = FLOOR(_read2)
                          THEN _read2
                          WHEN LENGTH(CAST(ABS(_read2) AS TEXT)) > 15
                          THEN CAST(CAST(CAST(_read2 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                          ELSE _read2
                        END
                        ELSE _read2
                      END
                      ELSE _read2
                    END IS NULL
                    THEN CASE
                      WHEN _read2 BETWEEN CAST(1.401298464324817e-45 AS DOUBLE PRECISION) AND CAST(3.4028234663852886e+38 AS DOUBLE PRECISION)
                      OR _read2 BETWEEN CAST(-3.4028234663852886e+38 AS DOUBLE PRECISION) AND CAST(-1.401298464324817e-45 AS DOUBLE PRECISION)
                      THEN CASE
                        WHEN CAST(CAST(_read2 AS REAL) AS DOUBLE PRECISION) = _read2
                        THEN CASE
                          WHEN _read2 BETWEEN CAST(-1.7e+38 AS DOUBLE PRECISION) AND CAST(1.7e+38 AS DOUBLE PRECISION)
                          AND _read2 = FLOOR(_read2)
                          THEN _read2
                          WHEN LENGTH(CAST(ABS(_read2) AS TEXT)) > 15
                          THEN CAST(CAST(CAST(_read2 AS REAL) AS TEXT) AS DOUBLE PRECISION)
                          ELSE _read2
                        END
                        ELSE _read2
                      END
                      ELSE _read2
                    END
                  END AS TEXT)
                )
                ELSE '~'
              END,
              CASE
                WHEN NOT CASE
                  WHEN LENGTH(_read3) BETWEEN 1 AND 1000
                  AND NOT _read3 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                  THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _read3) - 1, 2)
                END IS NULL
                THEN CONCAT(
                  CAST(LENGTH(
                    CAST(CASE
                      WHEN LENGTH(_read3) BETWEEN 1 AND 1000
                      AND NOT _read3 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                      THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _read3) - 1, 2)
                    END AS TEXT)
                  ) AS TEXT),
                  ':',
                  CAST(CASE
                    WHEN LENGTH(_read3) BETWEEN 1 AND 1000
                    AND NOT _read3 IN ('NA', 'N/A', 'n/a', '#N/A', '<NA>', 'NaN', 'nan', 'NULL', 'null', 'None')
                    THEN COALESCE(ARRAY_POSITION(ARRAY['A', 'B''; --'], _read3) - 1, 2)
                  END AS TEXT)
                )
                ELSE '~'
              END,
              CASE
                WHEN NOT CAST(_read4 AS INT) IS NULL
                THEN CONCAT(
                  CAST(LENGTH(CAST(CAST(_read4 AS INT) AS TEXT)) AS TEXT),
                  ':',
                  CAST(CAST(_read4 AS INT) AS TEXT)
                )
                ELSE '~'
              END,
              CASE
                WHEN NOT CAST("day" AS DATE) IS NULL
                THEN CONCAT(
                  CAST(LENGTH(CAST(CAST("day" AS DATE) AS TEXT)) AS TEXT),
                  ':',
                  CAST(CAST("day" AS DATE) AS TEXT)
                )
                ELSE '~'
              END
            )
          )
        END AS _order,
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
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CAST("age" AS DOUBLE PRECISION)
          END AS _read0,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(1e-200 AS DOUBLE PRECISION) AND CAST(1.7976931348623157e+308 AS DOUBLE PRECISION)
              THEN CAST("cost" AS DOUBLE PRECISION)
              WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(-1.7976931348623157e+308 AS DOUBLE PRECISION) AND CAST(-1e-200 AS DOUBLE PRECISION)
              THEN CAST("cost" AS DOUBLE PRECISION)
              WHEN CAST("cost" AS DOUBLE PRECISION) = CAST(0.0e0 AS DOUBLE PRECISION)
              THEN CAST(0.0e0 AS DOUBLE PRECISION)
              WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(0.0e0 AS DOUBLE PRECISION) AND CAST(1e-200 AS DOUBLE PRECISION)
              THEN CAST(1e-200 AS DOUBLE PRECISION)
              WHEN CAST("cost" AS DOUBLE PRECISION) BETWEEN CAST(-1e-200 AS DOUBLE PRECISION) AND CAST(0.0e0 AS DOUBLE PRECISION)
              THEN CAST(-1e-200 AS DOUBLE PRECISION)
            END
          END AS _read1,
          CASE
            WHEN FALSE AND CLOCK_TIMESTAMP() IS NULL
            THEN NULL
            ELSE CASE
              WHEN ABS("score") >= 179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792
              THEN NULL
              WHEN ABS("score") >= 1e-200
              THEN CAST("score" AS DOUBLE PRECISION)
              WHEN "score" > 2.4703282292062327e-324
              THEN CAST(1e-200 AS DOUBLE PRECISION)
              WHEN "score" < -2.4703282292062327e-324
              THEN CAST(-1e-200 AS DOUBLE PRECISION)
              WHEN NOT "score" IS NULL
              THEN CAST(0.0e0 AS DOUBLE PRECISION)
            END
          END AS _read2,
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
          END AS _read3,
          "smoker" AS _read4
        FROM visits
      ) AS _cells
    ) AS _all
    WHERE
      NOT _unit IS NULL
    OFFSET 0
  ) AS _rows
  OFFSET 0
) AS _ranked
WHERE
  _rank <= 50
