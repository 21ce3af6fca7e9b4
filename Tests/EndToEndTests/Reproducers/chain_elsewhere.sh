# Exits with 78.
mkdir -p c/a/inbox c/b
ln -s ../a/inbox c/b/inbox
printf '%s\n' '{}' > c/chain.json
juice-batch chain run c
