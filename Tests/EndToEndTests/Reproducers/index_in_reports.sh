# Exits with 73.
# Says (en): …: this folder contains a single report.
# Says (ko): …: 보고서 한 개가 들어 있는 폴더입니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --quiet
juice-batch index reports/a
