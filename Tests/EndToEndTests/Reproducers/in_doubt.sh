# Exits with 74.
# Says (en): Run … could not be finished, and the ledger may or may not contain it.
# Says (ko): 실행 #… 마무리하지 못했고, 장부에 기록되었는지 아직 알 수 없습니다.
printf '%s\n' 'item' '키위쥬스' > a.csv
# Nobody reads the pipe, and it is full: a run that prints its summary there stops before it is committed.
mkfifo pipe
exec 3<> pipe
timeout 0.5 cat /dev/zero >&3
juice-batch run a.csv --ledger l.sqlite --output out >&3 &
run=$!
until ls -d .out.* > /dev/null 2>&1; do sleep 0.01; done
# The reports cannot be put in place any more, and the ledger that has to be told has gone.
mkdir out
echo mine > out/mine
mv l.sqlite elsewhere.sqlite
cat <&3 > /dev/null &
wait $run
code=$?
kill $!
exit $code
