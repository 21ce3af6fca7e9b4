# Exits with 78.
# Says (en): There is no chain.json, so this is not a chain's folder.
# Says (ko): chain.json이 없어 체인 폴더가 아닙니다.
mkdir c
juice-batch chain run c
