# Exits with 64.
# Says (en): …: inputs and ledgers cannot be in …, where the reports are written. Choose another folder with --output.
# Says (ko): …: 보고서를 쓸 폴더 … 안에는 입력이나 장부를 둘 수 없습니다. --output으로 다른 폴더를 고르세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --output .
