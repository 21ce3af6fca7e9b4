# Exits with 74.
# Says (en): …: I/O error (…). Nothing was applied.
# Says (ko): …: 입출력 오류입니다 (…). 적용된 것은 없습니다.
juice-batch menu > /dev/full
