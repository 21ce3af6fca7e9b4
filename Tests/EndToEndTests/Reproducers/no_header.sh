# Exits with 65.
echo > a.csv
juice-batch run a.csv
