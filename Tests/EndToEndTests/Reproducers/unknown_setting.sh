# Exits with 78.
echo '{"menus": "m.csv"}' > juice-batch.json
juice-batch config
