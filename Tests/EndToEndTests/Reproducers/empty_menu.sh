# Exits with 78.
# Says (en): There are no recipes.
# Says (ko): 레시피가 하나도 없습니다.
echo 'juice,fruit,quantity' > m.csv
juice-batch menu --menu m.csv
