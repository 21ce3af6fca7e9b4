# Exits with 64.
# Says (en): …: the applied file is no longer where it was kept, so the report cannot be rebuilt.
# Says (ko): …: 적용한 파일이 보관 폴더에 없어 보고서를 다시 만들 수 없습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
printf '%s\n' 'item' '키위쥬스' > c/gangnam/inbox/a.csv
juice-batch chain run c --date 2026-11-20 --quiet
rm -r c/gangnam/done
juice-batch chain report c gangnam 2026-11-20
