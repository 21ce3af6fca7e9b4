# Exits with 65.
# Says (en): The total is '…', but the quantities above it add up to …. The file may be truncated, or may contain everything twice. Export it again.
# Says (ko): 합계가 '…'인데 위 행들의 수량을 더하면 …입니다. 파일이 잘렸거나 같은 내용이 두 번 들어 있을 수 있으니 다시 내보내세요.
printf '%s\n' 'juice,qty' 'kiwi,1' 'mango,1' '합계,3' > a.csv
juice-batch run a.csv --totals 합계
