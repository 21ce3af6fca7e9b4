# Exits with 65.
# Says (en): cannot be read as JSON (line …). Give the summary.json of a report.
# Says (ko): JSON으로 읽을 수 없습니다(…번째 줄). 보고서의 summary.json을 적으세요.
echo 'x' > s.json
juice-batch diff s.json s.json
