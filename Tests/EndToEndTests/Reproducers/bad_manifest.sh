# Exits with 78.
# Says (en): Line … cannot be read: it is damaged, or another version wrote it.
# Says (ko): …번째 줄이 손상되었거나 다른 버전에서 쓴 줄이라 읽을 수 없습니다.
mkdir -p c/inbox c/gangnam/inbox
printf '%s\n' '{}' > c/chain.json
mkdir c/.night
printf '%s\n' '{"manifest": 2, "date": "2026-11-20"}' > c/.night/2026-11-20
juice-batch chain run c --date 2026-11-20
