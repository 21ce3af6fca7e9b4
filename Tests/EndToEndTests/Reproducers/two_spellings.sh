# Exits with 78.
printf '%s\n' 'juice,fruit,quantity' 'EXT-1096K,b,1' 'EXT1096K,c,1' > m.csv
juice-batch menu --menu m.csv
