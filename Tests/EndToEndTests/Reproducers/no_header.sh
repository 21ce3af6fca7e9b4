# Exits with 65.
# Says (en): There is no header. The first line must name columns such as 'item'.
# Says (ko): 머리글이 없습니다. 첫 줄에 item 같은 열 이름이 있어야 합니다.
echo > a.csv
juice-batch run a.csv
