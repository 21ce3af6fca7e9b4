# Exits with 78.
# Says (en): juice-batch: shop.sqlite: The ledger is a link to disk/shop.sqlite, which is missing. If that file is on another disk or a network share, mount that disk or share again. If the file is lost, remove the link, move disk/shop.sqlite.runs and disk/shop.sqlite.shift, if they exist, to the shop's folder as shop.sqlite.runs and shop.sqlite.shift, and run juice-batch restore there.
# Says (ko): juice-batch: shop.sqlite: 장부는 disk/shop.sqlite의 링크인데 그 파일이 없습니다. 다른 디스크나 공유 폴더에 있다면 다시 연결하고 실행하세요. 없어진 파일이라면 링크를 지우고, 그 옆에 있던 disk/shop.sqlite.runs와 disk/shop.sqlite.shift를 매장 폴더에 shop.sqlite.runs와 shop.sqlite.shift로 옮긴 다음, 거기에서 juice-batch restore로 복구하세요.
ln -s disk/shop.sqlite shop.sqlite
juice-batch status --ledger shop.sqlite
