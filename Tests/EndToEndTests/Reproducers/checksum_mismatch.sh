# Exits with 65.
# Says (en): The checksum does not match: the .sha256 file says …, but the checksum of this file is …. The file was truncated or changed. Export it again.
# Says (ko): 체크섬이 맞지 않습니다. .sha256에 적힌 값은 …, 파일의 값은 …입니다. 파일이 잘렸거나 바뀌었으니 POS에서 다시 받으세요.
printf '%s\n' 'juice,qty' 'kiwi,1' > a.csv
printf '%064d  a.csv\n' 0 > a.csv.sha256
juice-batch run a.csv
