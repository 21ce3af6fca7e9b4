# Exits with 75.
mkdir -p c/a c/.night
printf '%s\n' '{}' > c/chain.json
exec 9> c/.night/.lock
flock 9
juice-batch chain run c
