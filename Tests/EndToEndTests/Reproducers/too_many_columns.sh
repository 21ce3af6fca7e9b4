# Exits with 65.
{ printf item; printf ',x%.0s' $(seq 256); echo; } > a.csv
juice-batch run a.csv
