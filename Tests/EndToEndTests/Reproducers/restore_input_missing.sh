# Exits with 66.
# Says (en): …: An input of run … cannot be found, so the restore stopped there: '…' (SHA-256 …). Find the file and give its folder with --from DIR; then the restore continues.
# Says (ko): …: 실행 #…에 쓴 파일을 찾을 수 없어 복구를 멈췄습니다: '…' (SHA-256 …). 파일이 있는 폴더를 --from DIR로 지정하면 이어서 복구합니다.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
juice-batch nightly --settle 0 > said.txt 2>&1
printf '%s\n' 'item' '망고쥬스' > inbox/b.csv
juice-batch nightly --settle 0 > said.txt 2>&1
rm backup/2.sqlite shop.sqlite
rm done/*/b.csv
juice-batch restore
