# Exits with 65.
cell=$(head -c 65537 /dev/zero | tr '\0' x)
printf 'item,note\n키위쥬스,%s\n' "$cell" > a.csv
juice-batch run a.csv
