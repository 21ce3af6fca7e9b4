# Exits with 4.
# Says (en): … on the menu: '…'.
# Says (ko): 메뉴에 없는 …입니다: '…'. …
printf '%s\n' 'id,action,item,quantity' '1,order,수박쥬스,1' > a.csv
juice-batch check a.csv
