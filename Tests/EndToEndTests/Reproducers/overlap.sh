# Exits with 65.
# Says (en): This file begins with all … of '…', which run … applied. The same sales may have been exported again. …
# Says (ko): 실행 #… 적용한 '…'의 행 …개가 이 파일 맨 앞에 모두 들어 있습니다. 같은 매출을 다시 내보낸 파일일 수 있습니다. …
printf '%s\n' 'juice,qty' 'kiwi,1' 'mango,1' > 20.csv
{ cat 20.csv; echo 'banana,1'; } > 23.csv
juice-batch run 20.csv --ledger shop.ledger --quiet
juice-batch run 23.csv --ledger shop.ledger
