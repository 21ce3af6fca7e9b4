# Exits with 65.
# Says (en): More than one column has the role …. Header: ….
# Says (ko): … 열이 둘 이상입니다. 머리글: …. 머리글을 고치거나 '--column …=열이름'으로 하나를 고르세요.
printf '%s\n' 'item,juice' > a.csv
juice-batch run a.csv
