# Exits with 65.
# Says (en): another version wrote this summary.json (schema …). Use the version of juice-batch that wrote it.
# Says (ko): 다른 버전의 summary.json입니다(schema …). 그 파일을 만든 버전의 juice-batch를 쓰세요.
echo '{"schema": 99}' > s.json
juice-batch diff s.json s.json
