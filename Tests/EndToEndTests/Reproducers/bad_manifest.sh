# Exits with 78.
# Says (en): line … cannot be read: another version wrote it, or it is damaged.
# Says (ko): …번째 줄을 읽을 수 없습니다: 다른 버전이 쓴 줄이거나 손상된 줄입니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
mkdir c/.night
printf '%s\n' '{"manifest": 2, "date": "2026-11-20"}' > c/.night/2026-11-20
juice-batch chain run c --date 2026-11-20
