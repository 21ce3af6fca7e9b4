# Exits with 66.
# Says (en): The shift log is missing.
# Says (ko): 카운터 기록이 없습니다.
# A counter that is killed at once leaves its shift open.
juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0 > link &
counter=$!
until [ -s link ]; do sleep 0.01; done
kill -KILL $counter
wait $counter
mv journal elsewhere
juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0
