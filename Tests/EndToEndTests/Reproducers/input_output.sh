# Exits with 74.
juice-batch menu > /dev/full
