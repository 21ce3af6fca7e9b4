# Exits with 66.
mkdir old new
printf '%s\n' 'item' '키위쥬스' > old/a.csv
printf '%s\n' 'item' '망고쥬스' > new/a.csv
sha256sum old/a.csv new/a.csv > new/a.csv.sha256
cd new
juice-batch run a.csv
