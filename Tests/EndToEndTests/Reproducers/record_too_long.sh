# Exits with 65.
# Says (en): This row is longer than 1 MiB. Look for a quote that is not closed.
# Says (ko): 이 행이 1 MiB를 넘습니다. 닫히지 않은 따옴표가 있는지 확인하세요.
cells=$(head -c 1048577 /dev/zero | tr '\0' , | sed 's/,/,xxxxxxxxxxxxxxx/g' | head -c 1048577)
printf 'item\n키위쥬스%s\n' "$cells" > a.csv
juice-batch run a.csv
