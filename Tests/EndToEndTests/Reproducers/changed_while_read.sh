# Exits with 74.
# Says (en): …: the file changed while it was being read. Nothing was applied. Run again.
# Says (ko): …: 읽는 동안 파일이 바뀌었습니다. 아무것도 적용하지 않았습니다. 다시 실행하세요.
# Standard input comes second: that some of it has been read shows that the file before it is open.
printf '%s\n' 'item' '키위쥬스' > a.csv
mkfifo pipe
juice-batch run a.csv - < pipe &
exec 3> pipe
yes 키위쥬스 | head -n 20000 >&3
echo 키위쥬스 >> a.csv
exec 3>&-
wait $!
