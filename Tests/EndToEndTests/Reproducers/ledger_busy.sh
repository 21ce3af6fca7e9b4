# Exits with 75.
# Says (en): is using the ledger. Nothing was applied. Run again when that process has finished. Commands with the option --lock-wait can wait longer.
# Says (ko): 장부를 쓰고 있습니다. 아무것도 적용하지 않았습니다. 끝난 뒤에 다시 실행하세요. --lock-wait가 있는 명령은 더 오래 기다리게 할 수 있습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
# Nobody reads the pipe, and it is full: a run that prints its summary there stops before it is committed.
mkfifo pipe
exec 3<> pipe
timeout 0.5 cat /dev/zero >&3
juice-batch run a.csv --ledger l.sqlite --output out >&3 &
until ls -d .out.* > /dev/null 2>&1; do sleep 0.01; done
juice-batch run a.csv --ledger l.sqlite --lock-wait 0
code=$?
kill -KILL $!
exit $code
