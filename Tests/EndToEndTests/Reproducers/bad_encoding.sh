# Exits with 65.
# Says (en): This line has bytes that cannot be read as text (offset …). Export the file again as UTF-8.
# Says (ko): 이 줄에 글자로 읽을 수 없는 바이트가 있습니다(오프셋 …). 파일을 UTF-8로 다시 내보내세요.
printf '\357\273\277item\n' > a.csv
juice-batch run a.csv --encoding cp949
