# Exits with 65.
# A counter that is killed at once leaves its shift open.
juice-batch counter --ledger l.sqlite --listen 127.0.0.1:0 > link &
counter=$!
until [ -s link ]; do sleep 0.01; done
kill -KILL $counter
wait $counter
echo 'two kiwi for the table outside' >> "$(ls journal/*.csv)"
juice-batch counter close --ledger l.sqlite
