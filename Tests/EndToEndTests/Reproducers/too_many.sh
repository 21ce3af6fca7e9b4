# Exits with 78.
# Says (en): There are too many entries. The limit is ….
# Says (ko): 너무 많습니다. …개까지 쓸 수 있습니다.
{ echo juice,fruit,quantity; seq -f 'j,f%.0f,1' 1001; } > m.csv
juice-batch menu --menu m.csv
