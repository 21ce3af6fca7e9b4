"""What a forged ledger may say of reports that wait."""

import contextlib
import os
import shutil
import sqlite3

from faults import waiting
from shop import Broken, Shop, tree

LEDGER = ["--ledger", "l.sqlite"]
HOME = {"notes.txt": "mine", "summary.json": "{}", "success.csv": "mine", "report.md": "mine"}


def staging(shop):
    """The folder in which a shop's second reports wait."""
    (name,) = [name for name in os.listdir(shop.folder) if name.startswith(".out.juice-ledger-")]
    return shop.path(name)


def forge(shop, **columns):
    with contextlib.closing(sqlite3.connect(shop.path("l.sqlite"))) as connection:
        for name, value in columns.items():
            connection.execute(f"UPDATE report_set SET {name} = ?", (value,))
        connection.commit()


def ours(shop, folder, name="docs"):
    """The path that a waiting set of this ledger for `folder`/`name` would have."""
    suffix = os.path.basename(staging(shop)).removeprefix(".out.")
    return os.path.join(folder, f".{name}.{suffix}")


def identity(path):
    status = os.stat(path)
    return {"device": status.st_dev, "inode": status.st_ino}


def set_of_name(shop):
    """A folder of the user's that has the very name of a waiting set, device and inode included."""
    path = ours(shop, shop.path("home"))
    os.rename(shop.path("home/docs"), path)
    shutil.copytree(path, shop.path("home/docs"))
    forge(shop, staging=path, target=shop.path("home/docs"), **identity(path))


def link_as_staging(shop):
    path = staging(shop)
    shutil.rmtree(path)
    os.symlink(shop.path("home/docs"), path)


def link_as_target(shop):
    shutil.rmtree(shop.path("out"))
    os.symlink(shop.path("home/docs"), shop.path("out"))


def link_in_path(shop):
    """A parent of the waiting set that has become a link to the user's folder."""
    path = ours(shop, shop.path("home"), "docs")
    os.symlink(shop.path("home"), shop.path("desk"))
    forge(shop, staging=path.replace("/home/", "/desk/"), target=shop.path("desk/docs"), **identity(shop.path("home/docs")))


def other_content(shop):
    with open(os.path.join(staging(shop), "summary.json"), "a", encoding="utf-8") as file:
        file.write(" ")


def stray_in_staging(shop):
    with open(os.path.join(staging(shop), "notes.txt"), "w", encoding="utf-8") as file:
        file.write("mine")


def stray_in_target(shop):
    shop.write("out/notes.txt", "mine")


def target_is_file(shop):
    shutil.rmtree(shop.path("out"))
    shop.write("out", "mine")


def folder_in_staging(shop):
    os.makedirs(os.path.join(staging(shop), "summary.json.d", "deep"))
    os.unlink(os.path.join(staging(shop), "success.csv"))
    os.mkdir(os.path.join(staging(shop), "success.csv"))


def docs(shop):
    return shop.path("home/docs")


# How a shop is changed, and what may be said of the reports of its second run afterwards.
FORGERIES = {
    "nothing": (lambda shop: None, {"in_place"}),
    "staging is a folder of the user's": (lambda shop: forge(shop, staging=docs(shop)), {"lost"}),
    "staging is a folder of the user's, to the letter":
        (lambda shop: forge(shop, staging=docs(shop), **identity(docs(shop))), {"lost"}),
    "target is a folder of the user's": (lambda shop: forge(shop, target=docs(shop)), {"lost"}),
    "target is a folder of the user's, to the letter":
        (lambda shop: forge(shop, target=docs(shop), **identity(docs(shop))), {"lost"}),
    "both are folders of the user's":
        (lambda shop: forge(shop, target=shop.path("home/reports"), staging=docs(shop), **identity(docs(shop))), {"lost"}),
    "a folder of the user's of the right name": (set_of_name, {"lost"}),
    "a link for staging": (link_as_staging, {"lost"}),
    "a link for target": (link_as_target, {"beside", "lost"}),
    "a link in the path": (link_in_path, {"lost"}),
    "staging through ..":
        (lambda shop: forge(shop, staging=os.path.join(shop.folder, "home/..", os.path.basename(staging(shop)))), {"lost"}),
    "target through ..": (lambda shop: forge(shop, target=shop.path("home/../out")), {"lost"}),
    "both through ..":
        (lambda shop: forge(shop, target=shop.path("home/../home/docs"), staging=ours(shop, shop.path("home/../home"))), {"lost"}),
    "staging relative": (lambda shop: forge(shop, staging=os.path.basename(staging(shop))), {"lost"}),
    "both relative": (lambda shop: forge(shop, staging=os.path.basename(staging(shop)), target="out"), {"lost"}),
    "empty paths": (lambda shop: forge(shop, staging="", target=""), {"lost"}),
    "the root": (lambda shop: forge(shop, staging="/", target="/"), {"lost"}),
    "paths with NUL": (lambda shop: forge(shop, staging=docs(shop) + "\0" + staging(shop)), {"lost"}),
    "a path that is too long": (lambda shop: forge(shop, staging=staging(shop) + "x" * 5000), {"lost"}),
    "both too long":
        (lambda shop: forge(shop, staging=ours(shop, shop.folder, "o" * 300), target=shop.path("o" * 300)), {"lost"}),
    "escapes in paths": (lambda shop: forge(shop, staging="/\x1b[31m\u202e", target="/\x1b]0;x\x07\n"), {"lost"}),
    "beside, with escapes": (lambda shop: forge(shop, state="beside", staging="/\x1b[31m\u202e"), {"beside"}),
    "another device": (lambda shop: forge(shop, device=12345), {"lost"}),
    "another inode": (lambda shop: forge(shop, inode=os.stat(docs(shop)).st_ino), {"lost"}),
    "numbers out of range": (lambda shop: forge(shop, device=-2**63, inode=2**63 - 1), {"lost"}),
    "another digest": (lambda shop: forge(shop, sha256="0" * 64), {"lost"}),
    "other content": (other_content, {"lost"}),
    "a stray file where it waits": (stray_in_staging, {"beside"}),
    "folders where it waits": (folder_in_staging, {"beside", "lost"}),
    "a stray file in the target": (stray_in_target, {"beside"}),
    "a file for a target": (target_is_file, {"beside"}),
}
# After these, the folder that the third run goes to is not its own to replace.
OBSTRUCTED = {"a link for target", "a stray file in the target", "a file for a target"}


def told(shop, fate):
    """What verify says, and history of the second run's reports, which has to be one of `fate`."""
    text = shop.verify()
    found = shop.history()[1]["reports"]
    if found not in fate:
        raise Broken(f"the reports are {found}, not {fate}: {text}")
    if found != "in_place" and "run 2 " not in text:
        raise Broken(f"verify says nothing of reports that are {found}: {text}")
    return text, found


def attempt(night, name):
    """Forges what a ledger says; no folder outside may change, the reports' fate is told, and the ledger goes on."""
    change, fate = FORGERIES[name]
    shop = waiting(night)
    for entry, text in HOME.items():
        shop.write(f"home/docs/{entry}", text)
    change(shop)
    home, mine = tree(shop.path("home")), shop.path("out") if name in OBSTRUCTED else None
    kept = tree(mine) if mine and os.path.isdir(mine) and not os.path.islink(mine) else None
    text, found = told(shop, fate)
    shown = text + shop.once(["history", *LEDGER], {0}).stdout.decode()
    if any(letter in shown for letter in "\x1b\u202e\x07"):
        raise Broken(f"raw control characters are shown: {shown!r}")
    output = ["--output", "elsewhere"] if name in OBSTRUCTED else []
    shop.once(["run", "third.csv", *Shop.target, *output], {0})
    shop.verify()
    # The run log says where reports go.
    others = {"report_set": [], "run_log": []} if output else {"report_set": []}
    if {**shop.ledger(), **others} != {**night.after_third[0], **others}:
        raise Broken("the ledger is not what three runs make of it")
    if tree(shop.path("home")) != home:
        raise Broken("a folder of the user's was changed")
    if kept is not None and tree(mine) != kept:
        raise Broken("what the user put into the target was changed")
    shop.remove()
    return f"forged, reports {found}"
