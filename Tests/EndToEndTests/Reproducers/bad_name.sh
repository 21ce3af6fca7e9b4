# Exits with 78.
# Says (en): This name cannot be used: '…'. A name has up to 100 bytes, without : ; | or control characters.
# Says (ko): 쓸 수 없는 이름입니다: '…'. 이름은 100바이트까지이며, : ; | 와 제어 문자는 쓸 수 없습니다.
printf '%s\n' 'juice,fruit,quantity' 'a:b,c,1' > m.csv
juice-batch menu --menu m.csv
