# Exits with 74.
# Says (en): …: I/O error (…). Nothing was applied.
# Says (ko): …: 입출력 오류입니다(…). 아무것도 적용하지 않았습니다.
juice-batch menu > /dev/full
