# Exits with 65.
# Says (en): A quote is not closed, or is in the wrong place. Correct this line.
# Says (ko): 따옴표가 닫히지 않았거나 잘못된 자리에 있습니다. 이 줄을 고치세요.
printf '%s\n' 'item' '"키위쥬스' > a.csv
juice-batch run a.csv
