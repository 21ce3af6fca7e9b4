# Exits with 64.
# Says (en): Standard input (-) can be read only once.
# Says (ko): 표준 입력(-)은 한 번만 쓸 수 있습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv - -
