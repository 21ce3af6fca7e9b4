# Exits with 78.
# Says (en): This is not a ledger. Check the file name.
# Says (ko): 장부가 아닙니다. 파일 이름을 확인하세요.
echo text > l.sqlite
juice-batch verify --ledger l.sqlite
