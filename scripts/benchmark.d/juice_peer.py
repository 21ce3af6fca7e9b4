#!/usr/bin/env python3
"""juice_peer.py: what a careful Python programmer would write for the benchmark's files, with the csv module.

    juice_peer.py INPUT OUTPUT_FOLDER MESSAGES

Arguments and limits are those of juice_peer.c: valid rows, no extra columns, one row a line, no id twice.
"""

import csv
import os
import re
import sys

FRUITS = ("딸기", "바나나", "파인애플", "키위", "망고")
FRUITS_ENGLISH = ("strawberry", "banana", "pineapple", "kiwi", "mango")
JUICES = {
    "딸기쥬스": (((0, 16),), ("strawberry",)),
    "바나나쥬스": (((1, 2),), ("banana",)),
    "키위쥬스": (((3, 3),), ("kiwi",)),
    "파인애플쥬스": (((2, 2),), ("pineapple",)),
    "딸바쥬스": (((0, 10), (1, 1)), ("딸기바나나쥬스", "strawberry banana")),
    "망고쥬스": (((4, 3),), ("mango",)),
    "망고키위쥬스": (((3, 1), (4, 2)), ("망키쥬스", "mango kiwi")),
}
ACTIONS = {"order": "order", "주문": "order", "restock": "restock", "입고": "restock", "discard": "discard",
           "폐기": "discard", "count": "count", "실사": "count"}
SHORTAGE = "재료가 모자라요. 재고를 수정할까요?"


needs_quotes = re.compile('[",\r\n]').search


def quoted(cell):
    return '"' + cell.replace('"', '""') + '"' if needs_quotes(cell) else cell


def spellings():
    """(recipe, cells before the quantity, message) of a juice and the number of a fruit, by spelling."""
    juices, fruits = {}, {}
    for juice, (recipe, aliases) in JUICES.items():
        value = (recipe, f"order,{juice}", f"{juice} 나왔습니다! 맛있게 드세요!")
        for alias in (juice, *aliases):
            for spelling in (alias, f"{alias} juice"):
                juices[spelling] = juices[spelling.title()] = value
    for number, (korean, english) in enumerate(zip(FRUITS, FRUITS_ENGLISH)):
        fruits[korean] = fruits[english] = fruits[english.title()] = number
    return juices, fruits


def run(path, folder, messages_path):
    juices, fruits = spellings()
    with open(messages_path, encoding="utf-8") as file:
        texts = [quoted(text) for text in file.read().split("\n")]
    messages = {(action, fruit): texts[5 * a + fruit]
                for a, action in enumerate(("restock", "discard", "count")) for fruit in range(5)}
    os.makedirs(folder, exist_ok=True)
    name = quoted(os.path.basename(path))
    short = f"insufficient_stock,{SHORTAGE}"
    stock = [10] * 5
    used = set()
    buffering = 1 << 20
    with open(path, encoding="utf-8", newline="", buffering=buffering) as source, \
            open(f"{folder}/success.csv", "w", encoding="utf-8", newline="", buffering=buffering) as success_file, \
            open(f"{folder}/failure.csv", "w", encoding="utf-8", newline="", buffering=buffering) as failure_file:
        rows = csv.reader(source, strict=True)
        success, failure = success_file.write, failure_file.write
        success("file,line,id,action,item,quantity,message," + ",".join("재고_" + f for f in FRUITS) + "\n")
        failure("file,line,id,action,item,quantity,code,message,shortage,raw\n")
        header = next(rows)
        if header not in (["action", "item", "quantity"], ["id", "action", "item", "quantity"]):
            sys.exit("juice_peer.py: columns that this program does not read")
        with_ids = len(header) == 4
        identifier = cell = ""
        for line, row in enumerate(rows, 2):
            if with_ids:
                identifier, action, item, quantity = row
                if identifier in used:
                    sys.exit("juice_peer.py: an id that is used already")
                cell = quoted(identifier)
            else:
                action, item, quantity = row
            action = ACTIONS[action]
            if action == "order":
                quantity = int(quantity or 1)
                recipe, head, message = juices[item]
                for fruit, pieces in recipe:
                    if stock[fruit] < pieces * quantity:
                        missing = ";".join(f"{FRUITS[f]}:{n * quantity - stock[f]}"
                                           for f, n in recipe if stock[f] < n * quantity)
                        failure(f"{name},{line},{cell},{head},{quantity},{short},{missing},\n")
                        break
                else:
                    for fruit, pieces in recipe:
                        stock[fruit] -= pieces * quantity
                    a, b, c, d, e = stock
                    success(f"{name},{line},{cell},{head},{quantity},{message},{a},{b},{c},{d},{e}\n")
                    if identifier:
                        used.add(identifier)
                continue
            quantity = int(quantity)
            fruit = fruits[item]
            head = f"{action},{FRUITS[fruit]}"
            if action == "restock":
                stock[fruit] += quantity
            elif action == "count":
                stock[fruit] = quantity
            elif stock[fruit] >= quantity:
                stock[fruit] -= quantity
            else:
                missing = f"{FRUITS[fruit]}:{quantity - stock[fruit]}"
                failure(f"{name},{line},{cell},{head},{quantity},{short},{missing},\n")
                continue
            message = messages[action, fruit].replace("%", str(quantity), 1)
            a, b, c, d, e = stock
            success(f"{name},{line},{cell},{head},{quantity},{message},{a},{b},{c},{d},{e}\n")
            if identifier:
                used.add(identifier)


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: juice_peer.py INPUT OUTPUT_FOLDER MESSAGES")
    run(*sys.argv[1:])
