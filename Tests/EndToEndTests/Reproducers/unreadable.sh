# Exits with 66.
# Says (en): …: cannot be read (…)
# Says (ko): …: 읽을 수 없습니다(…)
juice-batch run none.csv
