# Exits with 78.
# Says (en): …: backup/ has no intact backup that matches the run log. If there is a backup elsewhere, name it, as in juice-batch restore FILE.
# Says (ko): …: backup/에 이 장부의 실행 기록과 맞는 정상 백업이 없습니다. 다른 곳에 둔 백업이 있으면 'juice-batch restore 파일'로 지정하세요.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
juice-batch nightly --settle 0 > said.txt 2>&1
rm -r backup shop.sqlite
juice-batch restore
