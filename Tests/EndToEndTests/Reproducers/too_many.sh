# Exits with 78.
{ echo juice,fruit,quantity; seq -f 'j,f%.0f,1' 1001; } > m.csv
juice-batch menu --menu m.csv
