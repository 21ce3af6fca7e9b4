# Exits with 65.
# Says (en): …: this is not a regular file, so it cannot be read as a checksum file. …
# Says (ko): …: 일반 파일이 아니어서 체크섬 파일로 읽을 수 없습니다. …
mkdir inbox
printf '%s\n' 'item' '키위쥬스' > inbox/a.csv
sha256sum inbox/a.csv > elsewhere
ln -s ../elsewhere inbox/a.csv.sha256
juice-batch nightly --settle 0
