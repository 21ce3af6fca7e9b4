# Exits with 78.
mkdir -p c other
ln -s ../other c/a
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
