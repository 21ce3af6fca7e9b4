# Exits with 73.
mkdir reports
echo mine > reports/index.html
juice-batch index reports
