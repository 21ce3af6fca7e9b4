# Exits with 64.
# Says (en): Run … is a reversal and cannot be reversed. To undo it, run the files of the reversed run again, or close its rows with settle again.
# Says (ko): 실행 #… 다른 실행을 취소한 기록이라 취소할 수 없습니다. 되살리려면 취소한 실행의 파일을 다시 실행하거나, 그 행을 settle로 다시 완료 처리하세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
juice-batch reverse 1 --ledger l.sqlite
juice-batch reverse 2 --ledger l.sqlite
