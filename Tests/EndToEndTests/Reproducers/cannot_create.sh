# Exits with 73.
# Says (en): …: cannot be created or written (…)
# Says (ko): …: 만들거나 쓸 수 없습니다(…)
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --output /proc/nowhere
