# Exits with 65.
# Says (en): This row has a cell of more than 64 KiB. Look for a quote that is not closed.
# Says (ko): 이 행에 64 KiB를 넘는 칸이 있습니다. 닫히지 않은 따옴표가 있는지 확인하세요.
cell=$(head -c 65537 /dev/zero | tr '\0' x)
printf 'item,note\n키위쥬스,%s\n' "$cell" > a.csv
juice-batch run a.csv
