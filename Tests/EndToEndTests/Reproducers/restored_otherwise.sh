# Exits with 70.
# Says (en): …: Applying run … again gave a result that differs from the run log …, so the restore stopped. Use the version of juice-batch that first applied the run, or give an earlier backup.
# Says (ko): …: 실행 #… 다시 적용한 결과가 실행 기록 …와 달라 멈췄습니다. 그때 쓰던 버전의 juice-batch로 다시 실행하거나, 더 오래된 백업을 지정하세요.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
juice-batch nightly --settle 0 > said.txt 2>&1
printf '%s\n' 'item' '망고쥬스' > inbox/b.csv
juice-batch nightly --settle 0 > said.txt 2>&1
rm backup/2.sqlite shop.sqlite
# A run log that says something else of run 2, and looks sound.
line=$(sed -n 2p shop.sqlite.runs | sed 's/"output": "reports/"output": "elsewhere/; s/, "check": .*//')
check=$(printf '%s' "$line" | sha256sum | cut -c 1-16)
sed -i 2d shop.sqlite.runs
printf '%s, "check": "%s"}\n' "$line" "$check" >> shop.sqlite.runs
juice-batch restore
