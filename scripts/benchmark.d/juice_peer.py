"""The benchmark's job in carefully written Python, with the csv module. Only valid rows are supported.

Usage: juice_peer.py INPUT FOLDER
"""

import csv
import pathlib
import sys

FRUITS = ["딸기", "바나나", "파인애플", "키위", "망고"]
ENGLISH = ["Strawberry", "Banana", "Pineapple", "Kiwi", "Mango"]
JUICES = {
    "딸기쥬스": ("Strawberry Juice", {0: 16}),
    "바나나쥬스": ("Banana Juice", {1: 2}),
    "키위쥬스": ("Kiwi Juice", {3: 3}),
    "파인애플쥬스": ("Pineapple Juice", {2: 2}),
    "딸바쥬스": ("Strawberry Banana", {0: 10, 1: 1}),
    "망고쥬스": ("Mango Juice", {4: 3}),
    "망고키위쥬스": ("Mango Kiwi", {3: 1, 4: 2}),
}
MESSAGES = {"restock": "{} {}개를 재고에 추가했습니다.", "discard": "{} {}개를 폐기했습니다.", "count": "{} 재고를 {}개로 수정했습니다."}


def run(path: pathlib.Path, folder: pathlib.Path) -> None:
    fruits = {name: place for names in (FRUITS, ENGLISH) for place, name in enumerate(names)}
    juices = {spelling: (name, recipe) for name, (alias, recipe) in JUICES.items() for spelling in (name, alias)}
    stock, used = [10] * len(FRUITS), set()
    large = {"encoding": "utf-8", "newline": "", "buffering": 1 << 20}
    with open(path, **large) as source, open(folder / "success.csv", "w", **large) as success, open(
        folder / "failure.csv", "w", **large
    ) as failure:
        success.write("file,line,id,action,item,quantity,message," + ",".join("재고_" + name for name in FRUITS) + "\n")
        failure.write("file,line,id,action,item,quantity,code,message,shortage,raw\n")
        rows = csv.reader(source, strict=True)
        next(rows)
        for line, (*ids, action, item, quantity) in enumerate(rows, 2):
            number, identifier = int(quantity or 1), ids[0] if ids else ""
            if identifier and identifier in used:
                sys.exit("juice_peer.py: an id that is used already")
            if action == "order":
                name, recipe = juices[item]
                need = {fruit: pieces * number for fruit, pieces in recipe.items()}
                message = f"{name} 나왔습니다! 맛있게 드세요!"
            else:
                fruit = fruits[item]
                name = FRUITS[fruit]
                need = {fruit: {"restock": -number, "discard": number, "count": stock[fruit] - number}[action]}
                message = MESSAGES[action].format(name, number)
            start = f"{path.name},{line},{identifier},{action},{name},{number}"
            missing = [f"{FRUITS[fruit]}:{pieces - stock[fruit]}" for fruit, pieces in need.items() if pieces > stock[fruit]]
            if missing:
                failure.write(f"{start},insufficient_stock,재료가 모자라요. 재고를 수정할까요?,{';'.join(missing)},\n")
                continue
            for fruit, pieces in need.items():
                stock[fruit] -= pieces
            success.write(f"{start},{message},{','.join(map(str, stock))}\n")
            if identifier:
                used.add(identifier)


run(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
