# Exits with 66.
# Says (en): …: the inbox is missing, although the shop's folder was used before. The inbox was not created again, and nothing was done. If the inbox is on a network share, mount the share again; otherwise create the inbox.
# Says (ko): …: inbox 폴더가 없습니다. 전에 쓰던 매장 폴더라서 inbox를 새로 만들지 않았고, 아무것도 하지 않았습니다. 공유 폴더라면 다시 연결하고, 아니라면 폴더를 만드세요.
mkdir -p shop/inbox
juice-batch nightly --folder shop --settle 0 > /dev/null
# As where the inbox is a link to a share, or was moved.
rmdir shop/inbox
juice-batch nightly --folder shop --settle 0
