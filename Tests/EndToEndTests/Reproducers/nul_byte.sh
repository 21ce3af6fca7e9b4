# Exits with 65.
# Says (en): This line has a NUL byte. The file may be damaged.
# Says (ko): 이 줄에 NUL 바이트가 있습니다. 파일이 손상되었을 수 있습니다.
printf 'item\n\000\n' > a.csv
juice-batch run a.csv
