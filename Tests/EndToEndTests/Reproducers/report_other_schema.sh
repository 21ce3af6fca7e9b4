# Exits with 65.
# Says (en): is a summary.json of another version (schema …). Use the version of juice-batch that wrote it.
# Says (ko): 다른 버전의 summary.json입니다 (schema …). 같은 버전의 juice-batch로 보세요.
echo '{"schema": 99}' > s.json
juice-batch diff s.json s.json
