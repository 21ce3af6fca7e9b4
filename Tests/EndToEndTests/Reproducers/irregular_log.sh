# Exits with 78.
# Says (en): The ledger's run log … is not a regular file but a link, a folder or the like. Put the run log itself in this place. If the run log is lost and juice-batch history shows the latest run that you know of, move this entry aside; the next command creates the log again from the ledger.
# Says (ko): 장부의 실행 기록 … 보통 파일이 아니라 링크나 폴더 등입니다. 실행 기록 파일을 이 자리에 두세요. 파일이 없어졌으면 juice-batch history로 마지막 실행이 맞는지 보고, 맞으면 이것을 다른 곳으로 옮기세요. 그다음에 실행하는 명령이 장부를 보고 새로 만듭니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
mv l.sqlite.runs other.runs
ln -s other.runs l.sqlite.runs
juice-batch verify --ledger l.sqlite
