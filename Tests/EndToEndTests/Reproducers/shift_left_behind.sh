# Exits with 78.
# Says (en): The shift was opened after run 0, but the last run in the ledger is 1.
# Says (ko): 실행 #0 다음에 시작한 근무인데, 장부의 마지막 실행은 #1입니다.
# A counter that is killed at once leaves its shift open.
juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0 > link &
counter=$!
until [ -s link ]; do sleep 0.01; done
kill -KILL $counter
wait $counter
cp l.sqlite open.sqlite
juice-batch counter close --ledger l.sqlite > closed
# The shift is back, as in a ledger that somebody has put together from backups.
python3 -c '
import sqlite3
ledger = sqlite3.connect("l.sqlite")
ledger.execute("ATTACH ? AS earlier", ("open.sqlite",))
ledger.execute("INSERT INTO shift SELECT * FROM earlier.shift")
ledger.commit()'
juice-batch counter close --ledger l.sqlite
