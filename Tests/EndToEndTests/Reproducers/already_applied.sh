# Exits with 65.
# Says (en): This file has all columns of success.csv; its rows have already been applied. To run the failed rows again, use failure.csv.
# Says (ko): success.csv의 열이 모두 있는 파일입니다. success.csv의 행은 이미 적용했습니다. 실패한 행을 다시 적용하려면 failure.csv를 실행하세요.
printf '%s\n' 'file,line,id,action,item,quantity,message,재고_딸기' > a.csv
juice-batch run a.csv
