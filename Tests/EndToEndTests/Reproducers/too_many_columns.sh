# Exits with 65.
# Says (en): There are … columns. The limit is 256.
# Says (ko): 열이 …개로 너무 많습니다. 256개까지 쓸 수 있습니다.
{ printf item; printf ',x%.0s' $(seq 256); echo; } > a.csv
juice-batch run a.csv
