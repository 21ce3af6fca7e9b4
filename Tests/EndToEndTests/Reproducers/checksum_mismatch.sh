# Exits with 65.
printf '%s\n' 'juice,qty' 'kiwi,1' > a.csv
printf '%064d  a.csv\n' 0 > a.csv.sha256
juice-batch run a.csv
