# Exits with 65.
# Says (en): is not a summary.json written by juice-batch ('…' is missing or has the wrong type).
# Says (ko): juice-batch의 summary.json이 아닙니다(… 없거나 형식이 다릅니다).
echo '{"schema": 2}' > s.json
juice-batch diff s.json s.json
