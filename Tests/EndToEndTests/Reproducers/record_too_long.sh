# Exits with 65.
cells=$(head -c 1048577 /dev/zero | tr '\0' , | sed 's/,/,xxxxxxxxxxxxxxx/g' | head -c 1048577)
printf 'item\n키위쥬스%s\n' "$cells" > a.csv
juice-batch run a.csv
