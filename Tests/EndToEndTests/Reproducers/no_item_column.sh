# Exits with 65.
# Says (en): There is no item column. Header: ….
# Says (ko): 품목 열이 없습니다. 머리글: …. 품목 열을 '--column item=열이름'으로 정하세요.
printf '%s\n' 'a,b' > a.csv
juice-batch run a.csv
