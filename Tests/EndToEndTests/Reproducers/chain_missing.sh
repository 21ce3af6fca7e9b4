# Exits with 78.
mkdir c
juice-batch chain run c
