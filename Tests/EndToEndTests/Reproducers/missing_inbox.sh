# Exits with 66.
mkdir -p shop/inbox
juice-batch nightly --folder shop --settle 0 > /dev/null
# As where the inbox is a link to a share, or was moved.
rmdir shop/inbox
juice-batch nightly --folder shop --settle 0
