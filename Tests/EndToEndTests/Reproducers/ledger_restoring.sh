# Exits with 78.
# Says (en): The restore of this ledger from … is not finished. Nothing was applied. Run juice-batch restore in the shop's folder again to continue.
# Says (ko): 이 장부는 …에서 복구하다가 중단된 상태입니다. 아무것도 적용하지 않았습니다. 매장 폴더에서 juice-batch restore를 다시 실행하면 이어서 복구합니다.
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
juice-batch nightly --settle 0 > said.txt 2>&1
printf '%s\n' 'item' '망고쥬스' > inbox/b.csv
juice-batch nightly --settle 0 > said.txt 2>&1
rm backup/2.sqlite shop.sqlite
rm done/*/b.csv
juice-batch restore > said.txt 2>&1
juice-batch verify --ledger shop.sqlite
