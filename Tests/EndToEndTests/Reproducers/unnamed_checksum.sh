# Exits with 66.
# Says (en): …: there is no checksum for '…', or there are several that differ. Make the file again with sha256sum, or remove it.
# Says (ko): …: '…'의 체크섬이 없거나, 서로 다른 것이 여럿 있습니다. sha256sum으로 다시 만들거나 지우세요.
for name in a b c; do printf '%s\n' 'item' '키위쥬스' > "$name.csv"; done
sha256sum b.csv c.csv > a.csv.sha256
juice-batch run a.csv
