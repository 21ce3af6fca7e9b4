# Exits with 64.
# Says (en): …: this input is in …, where the reports are written. Choose another folder with --output.
# Says (ko): …: 보고서를 쓸 폴더 … 안에 있는 파일은 입력으로 쓸 수 없습니다. --output으로 다른 폴더를 고르세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --output .
