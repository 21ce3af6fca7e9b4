# Exits with 73.
# Says (en): …/index.html: this file was not made by juice-batch, so it was left unchanged.
# Says (ko): …/index.html: juice-batch가 만든 파일이 아니라서 그대로 두었습니다.
mkdir reports
echo mine > reports/index.html
juice-batch index reports
