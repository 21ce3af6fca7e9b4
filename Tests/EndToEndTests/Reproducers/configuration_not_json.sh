# Exits with 78.
# Says (en): This cannot be read as JSON from line … on. Check commas, quotes and brackets.
# Says (ko): JSON으로 읽을 수 없습니다(…번째 줄). 쉼표, 따옴표, 괄호를 확인하세요.
echo '[' > juice-batch.json
juice-batch config
