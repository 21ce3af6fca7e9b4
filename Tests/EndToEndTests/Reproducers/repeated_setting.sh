# Exits with 78.
# Says (en): …: this key appears twice. Remove one of them.
# Says (ko): …: 두 번 적혀 있습니다. 하나만 남기세요.
echo '{"accept": ["비고"], "accept": ["메모"]}' > juice-batch.json
juice-batch config
