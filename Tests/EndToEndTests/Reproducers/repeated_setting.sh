# Exits with 78.
echo '{"accept": ["비고"], "accept": ["메모"]}' > juice-batch.json
juice-batch config
