# Exits with 65.
# Says (en): was not written by a counter, so nothing was applied
# Says (ko): 카운터가 쓴 기록이 아니어서 아무것도 적용하지 않고
# A counter that is killed at once leaves its shift open.
juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0 > link &
counter=$!
until [ -s link ]; do sleep 0.01; done
kill -KILL $counter
wait $counter
echo 'two kiwi for the table outside' >> "$(ls journal/*.csv)"
juice-batch counter close --ledger l.sqlite
