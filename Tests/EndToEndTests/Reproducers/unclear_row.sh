# Exits with 65.
printf '%s\n' 'juice,qty,memo' 'kiwi,1,' 'kiwi,1,합계' > a.csv
juice-batch run a.csv
