# Exits with 78.
# Says (en): Another file has replaced the shift log and was left unchanged.
# Says (ko): 카운터 기록이 있던 자리에 다른 파일이 있어 그대로 두었습니다.
# A counter that is killed at once leaves its shift open.
juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0 > link &
counter=$!
until [ -s link ]; do sleep 0.01; done
kill -KILL $counter
wait $counter
mv journal elsewhere
cp -r elsewhere journal
juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0
