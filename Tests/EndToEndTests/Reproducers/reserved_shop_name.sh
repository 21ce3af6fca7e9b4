# Exits with 64.
mkdir c
juice-batch chain add c reports
