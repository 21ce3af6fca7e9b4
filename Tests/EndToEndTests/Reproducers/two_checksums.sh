# Exits with 66.
# Says (en): …: there are several checksums of '…', and they differ. Keep only the correct one.
# Says (ko): …: '…'의 체크섬이 여러 개이고 서로 다릅니다. 맞는 것 하나만 남기세요.
mkdir old new
printf '%s\n' 'item' '키위쥬스' > old/a.csv
printf '%s\n' 'item' '망고쥬스' > new/a.csv
sha256sum old/a.csv new/a.csv > new/a.csv.sha256
cd new
juice-batch run a.csv
