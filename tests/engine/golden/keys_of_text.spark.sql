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
        THEN COALESCE(NULLIF(ARRAY_POSITION(ARRAY('A', 'B\'; --'), _0), 0) - 1, 2)
      END AS _1
    FROM (
      SELECT
        LOWER(TRIM(' \t\r\n' FROM CAST(`smoker` AS STRING))) AS _2,
        TRY_CAST(CASE
          WHEN LENGTH(TRIM(' \t\r\n' FROM CAST(`day` AS STRING))) <= 1000
          THEN TRIM(' \t\r\n' FROM CAST(`day` AS STRING))
        END AS DATE) AS _5,
        TRIM(' \t\r\n' FROM CAST(`ward's "name"` AS STRING)) AS _0
      FROM visits
    ) AS _l2
  ) AS _l4
) AS _rows
GROUP BY
  _1,
  _4,
  _7
