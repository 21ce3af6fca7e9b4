# Exits with 78.
# Says (en): … beside the ledger is not a regular file but a link, a folder or the like. Put the file itself in this place. If it is lost, move this entry aside, and check the ledger and its latest run with juice-batch verify and history.
# Says (ko): 장부 옆의 … 보통 파일이 아니라 링크나 폴더 등입니다. 원래 파일을 이 자리에 되돌려 놓으세요. 파일이 없어졌으면 이것을 다른 곳으로 옮기고, juice-batch verify와 history로 장부와 마지막 실행이 맞는지 보세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
juice-batch run a.csv --ledger l.sqlite --quiet
mkfifo l.sqlite-journal
juice-batch verify --ledger l.sqlite
