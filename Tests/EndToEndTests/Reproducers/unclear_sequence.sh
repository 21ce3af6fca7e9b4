# Exits with 65.
printf '%s\n' 'time,juice' '2026-11-20 18:03,kiwi' '2026-11-20 17:58,mango' > a.csv
juice-batch run a.csv
