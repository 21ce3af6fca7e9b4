# Exits with 78.
# Says (en): This is not a JSON object. Write, for example, {"menu": "menu.csv"}.
# Says (ko): JSON 객체로 읽을 수 없습니다. 예: {"menu": "menu.csv"}
echo '[' > juice-batch.json
juice-batch config
