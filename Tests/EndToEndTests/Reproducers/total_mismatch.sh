# Exits with 65.
printf '%s\n' 'juice,qty' 'kiwi,1' 'mango,1' '합계,3' > a.csv
juice-batch run a.csv --totals 합계
