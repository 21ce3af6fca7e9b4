# Exits with 78.
echo '[' > juice-batch.json
juice-batch config
