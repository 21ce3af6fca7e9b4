# Exits with 78.
: > m.csv
juice-batch menu --menu m.csv
