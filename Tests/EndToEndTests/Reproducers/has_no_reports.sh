# Exits with 64.
# Says (en): Run … applied no files, so it has no reports.
# Says (ko): 실행 #… 파일을 적용한 실행이 아니어서 보고서가 없습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
juice-batch reverse 1 --ledger l.sqlite > log
juice-batch run a.csv --ledger l.sqlite --remake 2
