# Exits with 65.
echo '{"schema": 99}' > s.json
juice-batch diff s.json s.json
