# Exits with 78.
# Says (en): Line … of the ledger's run log … is damaged. If juice-batch history shows the latest run that you know of, move the run log aside; the next command creates it again from the ledger.
# Says (ko): 장부의 실행 기록 …의 …번째 줄이 손상되었습니다. juice-batch history로 마지막 실행이 맞는지 보고, 맞으면 이 파일을 다른 곳으로 옮기세요. 그다음에 실행하는 명령이 장부를 보고 새로 만듭니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
sed -i s/a.csv/b.csv/ l.sqlite.runs
juice-batch verify --ledger l.sqlite
