# Exits with 65.
echo 'x' > s.json
juice-batch diff s.json s.json
