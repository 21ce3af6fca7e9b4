# Exits with 78.
echo '{"threads": 0}' > juice-batch.json
juice-batch config
