# Exits with 66.
juice-batch run none.csv
