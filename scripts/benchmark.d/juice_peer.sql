-- The part of the benchmark's job that DuckDB can do: reading, looking up names, and writing the two files. A query cannot apply
-- rows to stock one after the other, so every row with a known name counts as applied. $1 and $2 are replaced by the paths of
-- the input and of the folder.
CREATE TABLE names(spelling VARCHAR, name VARCHAR);
INSERT INTO names VALUES ('딸기', '딸기'), ('바나나', '바나나'), ('파인애플', '파인애플'), ('키위', '키위'), ('망고', '망고'),
    ('Strawberry', '딸기'), ('Banana', '바나나'), ('Pineapple', '파인애플'), ('Kiwi', '키위'), ('Mango', '망고'),
    ('딸기쥬스', '딸기쥬스'), ('바나나쥬스', '바나나쥬스'), ('키위쥬스', '키위쥬스'), ('파인애플쥬스', '파인애플쥬스'),
    ('딸바쥬스', '딸바쥬스'), ('망고쥬스', '망고쥬스'), ('망고키위쥬스', '망고키위쥬스'), ('Strawberry Juice', '딸기쥬스'),
    ('Banana Juice', '바나나쥬스'), ('Kiwi Juice', '키위쥬스'), ('Pineapple Juice', '파인애플쥬스'), ('Strawberry Banana', '딸바쥬스'),
    ('Mango Juice', '망고쥬스'), ('Mango Kiwi', '망고키위쥬스');
CREATE TABLE input AS SELECT row_number() OVER () + 1 AS line, * FROM read_csv('$1', header = true, all_varchar = true);
COPY (SELECT '$1' AS file, line, input.* EXCLUDE (line, item), name AS item, name || ' 나왔습니다! 맛있게 드세요!' AS message
      FROM input JOIN names ON item = spelling ORDER BY line) TO '$2/success.csv' (HEADER);
COPY (SELECT '$1' AS file, input.*, 'unknown_item' AS code FROM input ANTI JOIN names ON item = spelling ORDER BY line)
    TO '$2/failure.csv' (HEADER);
