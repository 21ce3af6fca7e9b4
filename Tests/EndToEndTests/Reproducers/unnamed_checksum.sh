# Exits with 66.
for name in a b c; do printf '%s\n' 'item' '키위쥬스' > "$name.csv"; done
sha256sum b.csv c.csv > a.csv.sha256
juice-batch run a.csv
