# Exits with 73.
# Says (en): …: this folder contains '…', which is not a report, so nothing was written.
# Says (ko): …: 보고서가 아닌 … 들어 있어 보고서를 쓰지 않았습니다. --output으로 다른 폴더를 고르세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
mkdir out
echo mine > out/mine
juice-batch run a.csv --output out
