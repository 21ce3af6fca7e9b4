# Exits with 78.
# Says (en): There are no recipes.
# Says (ko): 레시피가 하나도 없습니다.
: > m.csv
juice-batch menu --menu m.csv
