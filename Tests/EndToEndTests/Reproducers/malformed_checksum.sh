# Exits with 66.
# Says (en): …: line … is not a checksum. Make the file again with sha256sum, or remove it.
# Says (ko): …: …번째 줄을 체크섬으로 읽을 수 없습니다. sha256sum으로 다시 만들거나 지우세요.
printf '%s\n' 'item' '키위쥬스' > a.csv
echo 'to be done' > a.csv.sha256
juice-batch run a.csv
