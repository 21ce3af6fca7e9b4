# Exits with 78.
# Says (en): Unknown setting '…'.
# Says (ko): 없는 설정입니다: '…'.
echo '{"menus": "m.csv"}' > juice-batch.json
juice-batch config
