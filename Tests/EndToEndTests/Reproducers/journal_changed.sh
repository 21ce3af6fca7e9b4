# Exits with 78.
# Says (en): Another program has changed the shift log. Nothing more is recorded.
# Says (ko): 다른 프로그램이 카운터 기록을 바꾸었습니다. 더는 기록하지 않습니다.
juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0 > link &
counter=$!
until [ -s link ]; do sleep 0.01; done
: > "$(ls journal/*.csv)"
kill -TERM $counter
wait $counter
