# Exits with 70.
# Says (en): …: Applying run … again gave a result that differs from the run log …, so the restore stopped. Use the version of juice-batch that first applied the run. If it was this version, move the run log aside, run restore again, and then apply the files of run … and later runs again.
# Says (ko): …: 실행 #… 다시 적용한 결과가 실행 기록 …와 달라 멈췄습니다. 그때 쓰던 버전의 juice-batch로 다시 실행하세요. 같은 버전이면 실행 기록을 다른 곳으로 옮기고 restore를 다시 실행한 다음, 실행 #…부터의 파일을 다시 적용하세요.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
juice-batch nightly --settle 0 > said.txt 2>&1
printf '%s\n' 'item' '망고쥬스' > inbox/b.csv
juice-batch nightly --settle 0 > said.txt 2>&1
rm backup/2.sqlite shop.sqlite
# A run log that says something else of run 2, and looks sound.
rest=$(sed -n 2p shop.sqlite.runs | sed 's/"output": "reports/"output": "elsewhere/; s/^{"check": "[0-9a-f]*//')
check=$(printf '%s' "$rest" | sha256sum | cut -c 1-16)
sed -i 2d shop.sqlite.runs
printf '{"check": "%s%s\n' "$check" "$rest" >> shop.sqlite.runs
juice-batch restore
