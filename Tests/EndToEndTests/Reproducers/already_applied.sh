# Exits with 65.
# Says (en): This has all columns of success.csv, whose rows have already been applied. To run the failed rows again, give failure.csv.
# Says (ko): success.csv의 열이 모두 있는 파일입니다. 그 행들은 이미 적용되었습니다. 실패한 행을 다시 적용하려면 failure.csv를 주세요.
printf '%s\n' 'file,line,id,action,item,quantity,message,재고_딸기' > a.csv
juice-batch run a.csv
