# Exits with 78.
# Says (en): The ledger is empty: it has no runs.
# Says (ko): 비어 있는 장부입니다. 기록된 실행이 없습니다.
: > l.sqlite
juice-batch stock --ledger l.sqlite
