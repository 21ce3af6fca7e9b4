# Exits with 65.
echo '{"schema": 1}' > s.json
juice-batch diff s.json s.json
