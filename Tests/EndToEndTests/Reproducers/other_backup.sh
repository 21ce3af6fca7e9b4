# Exits with 78.
# Says (en): …: This is a backup of another ledger: its run … differs from the one in the run log ….
# Says (ko): …: 다른 장부의 백업입니다. 실행 #… 실행 기록 …에 있는 것과 다릅니다.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
juice-batch nightly --settle 0 > said.txt 2>&1
printf '%s\n' 'item' '망고쥬스' > other.csv
juice-batch run other.csv --ledger other.sqlite --quiet
juice-batch restore other.sqlite
