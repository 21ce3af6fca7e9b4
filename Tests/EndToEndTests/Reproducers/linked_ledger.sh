# Exits with 78.
# Says (en): This ledger has … names (hard links). If it is used under another name, runs can be lost. Keep only one name.
# Says (ko): 이 장부에는 하드 링크가 …개 있습니다. 다른 이름으로 쓰면 기록을 잃을 수 있으니 하나만 남기세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
ln l.sqlite other.sqlite
juice-batch verify --ledger other.sqlite
