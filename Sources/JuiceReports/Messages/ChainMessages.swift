internal import JuiceBatch

/// The sentences about a chain of shops.
extension MessageLanguage {
    func text(_ error: ChainError) -> String {
        switch error {
        case .noChain:
            pick(
                ko: "chain.json이 없어 체인 폴더가 아닙니다. juice-batch chain add로 첫 매장을 추가하면 체인 폴더가 됩니다.",
                en: "There is no chain.json, so this is not a chain's folder. To create the file, add the first "
                    + "shop with juice-batch chain add.")
        case .settingsMissing:
            pick(
                ko: "chain.json이 없는데, .night/에는 체인을 실행한 기록이 있습니다. chain.json을 되돌려 놓으세요.",
                en: "chain.json is missing, though .night/ shows that a chain was run here. Put chain.json back.")
        case .noShop:
            pick(
                ko: "체인에 열려 있는 매장이 없습니다. juice-batch chain add로 매장을 추가하거나 다시 여세요.",
                en: "The chain has no open shops. Add or reopen one with juice-batch chain add.")
        case .sameName(let name, let folders):
            twoShops(folders, ko: "이름('\(name)')이", en: "name '\(name)'")
        case .sameFolder(let folder, let shops):
            twoShops(shops, ko: "폴더('\(folder)')가", en: "folder '\(folder)'")
        case .unusable(let name): unusableName(name)
        case .linked(let details):
            pick(
                ko: "\(quoted: details, .topic) 폴더가 아니거나 링크입니다. 체인이 쓰는 폴더는 모두 체인 폴더 안에 있어야 합니다. 아무것도 하지 않았습니다.",
                en: "'\(details)' is not a folder, or is a link. All folders of a chain must be inside the chain's "
                    + "folder. Nothing was done.")
        case .sameLedger(let folders): twoShops(folders, ko: "장부가", en: "ledger")
        case .splitOtherwise(let file):
            pick(
                ko: "\(file): 매장별로 나눈 결과가 이 야간 처리를 시작했을 때와 다릅니다. 그때의 설정으로 다시 실행하세요.",
                en: "\(file): the file would now be split differently than when this nightly run began. Run again "
                    + "with the settings used then.")
        case .busy:
            pick(
                ko: "이 체인의 다른 야간 처리가 실행 중입니다. 아무것도 하지 않았습니다. 끝난 뒤 다시 실행하세요.",
                en: "Another nightly run of this chain is active. Nothing was done. Try again when it has finished.")
        case .badManifest(let line):
            pick(
                ko: "\(line)번째 줄이 손상되었거나 다른 버전에서 쓴 줄이라 읽을 수 없습니다. 이 야간 처리를 시작한 버전으로 마저 실행하거나, 파일을 다른 곳으로 옮기고 다시 "
                    + "실행하세요. 이미 적용한 파일은 다시 적용하지 않습니다.",
                en: "Line \(line) cannot be read: it is damaged, or another version wrote it. Finish the nightly "
                    + "run with the version that began it, or move this file elsewhere and run again. Files that "
                    + "were already applied are not applied again.")
        }
    }

    private func twoShops(_ shops: [String], ko korean: String, en english: String) -> String {
        let list = shops.joined(separator: ", ")
        return pick(
            ko: "두 매장의 \(korean) 같습니다: \(list). 아무것도 하지 않았습니다.",
            en: "Two shops have the same \(english): \(list). Nothing was done.")
    }

    private func unusableName(_ name: String) -> String {
        pick(
            ko: "\(quoted: name, .topic) 매장의 이름이나 폴더로 쓸 수 없습니다. 이름은 255바이트 이하여야 하고, /나 제어 문자가 "
                + "들어가거나 점으로 시작하면 안 되며, inbox처럼 체인이 쓰는 폴더의 이름도 안 됩니다.",
            en: "'\(name)' cannot be used as a shop's name or folder. A name has at most 255 bytes, contains no / or "
                + "control characters, does not begin with a dot, and is not that of a folder of the chain, such as "
                + "inbox.")
    }

    func text(_ use: ChainRequestError) -> String {
        switch use {
        case .noShopColumn:
            pick(
                ko: "inbox에 본사가 보낸 파일이 있는데, 매장 열이 설정에 없습니다. --column shop=매장처럼 붙이거나, chain.json의 columns.shop에 적으세요.",
                en: "The inbox contains exports, but no setting says which column names the shop. Add --column "
                    + "shop=NAME, or set columns.shop in chain.json.")
        case .fillAcrossShops(let column):
            pick(
                ko: "'\(column)': 본사가 보낸 파일에서는 매장 열만 위 칸의 값으로 채울 수 있습니다. 위의 행은 다른 매장의 것일 수 있습니다.",
                en: "'\(column)' cannot be filled from above: in an export, the row above may belong to another shop. "
                    + "Only the shop column can be filled.")
        case .unknownShop(let name):
            pick(ko: "이름이 '\(name)'인 매장이 없습니다.", en: "There is no shop called '\(name)'.")
        case .nameInUse(let name):
            pick(ko: "이름이 '\(name)'인 매장이 이미 있습니다.", en: "There is already a shop called '\(name)'.")
        case .badName(let name): unusableName(name)
        case .isChain(let folder):
            pick(
                ko: "\(folder): 매장 폴더가 아니라 체인 폴더입니다. 아무것도 하지 않았습니다. 체인의 야간 처리는 juice-batch chain run으로 하세요.",
                en: "\(folder): this is a chain's folder, not a shop's. Nothing was done. To run its shops, use "
                    + "juice-batch chain run.")
        case .closed(let name, let since):
            pick(
                ko: "매장 '\(name)'에는 닫는 날(\(since))을 이미 정해 두었습니다.",
                en: "The shop '\(name)' already has a closing date: \(since).")
        case .noNightlyRun(let shop, let date):
            pick(
                ko: "매장 '\(shop)'에는 \(date)의 야간 처리에서 적용한 파일이 없습니다.",
                en: "The shop '\(shop)' applied no files in the nightly run of \(date).")
        case .inputMissing(let file):
            pick(
                ko: "\(file): 적용한 파일이 보관 폴더에 없어 보고서를 다시 만들 수 없습니다.",
                en: "\(file): the applied file is no longer where it was kept, so the report cannot be rebuilt.")
        }
    }

    /// The message for an export whose name an earlier export of the run has.
    package func secondExport(_ file: String, date: String) -> String {
        pick(
            ko: "\(file): \(date)의 야간 처리에서 같은 이름의 다른 파일을 이미 매장별로 나누었습니다. 둘 다 적용하려면 --again을 붙이세요.",
            en: "\(file): the nightly run of \(date) has already split another file with this name. To apply "
                + "both, add --again.")
    }

    /// The message for an export with the bytes of another one of the run.
    package func repeatedExport(_ file: String, as other: String, date: String) -> String {
        pick(
            ko: "\(file): \(date)의 야간 처리에서 이미 매장별로 나눈 \(other, .with) 내용이 같아 적용하지 않았습니다.",
            en: "\(file): this file was not applied, because the nightly run of \(date) has already split \(other), "
                + "which has the same content.")
    }

    /// The message for an export that this run has begun to give out under another name.
    package func begun(_ file: String, as name: String) -> String {
        pick(
            ko: "\(file): 이 야간 처리에서 \(name, .copula)라는 이름으로 나누던 파일입니다. 이름을 되돌리고 다시 실행하세요.",
            en: "\(file): this nightly run began to split the file under the name \(name). Give it that name again, "
                + "and run again with the same date.")
    }

    /// The message for an export that the run of another business day has begun to give out.
    package func begun(_ file: String, in date: String) -> String {
        pick(
            ko: "\(file): \(date)의 야간 처리에서 매장별로 나누기 시작한 파일입니다. --date \(date, .toward) 먼저 끝내세요.",
            en: "\(file): the nightly run of \(date) began to split this file. Finish that run first with --date "
                + "\(date).")
    }

    package func changed(_ file: String) -> String {
        pick(
            ko: "\(file): 매장별로 나눈 뒤에 파일이 바뀌었습니다. 나눌 때 있던 행만 적용했고, 파일은 inbox에 그대로 있습니다.",
            en: "\(file): the file changed after it was split. Only the rows that it had then were applied, and it is "
                + "still in the inbox.")
    }

    /// The message for an export whose parts some shops have not applied, and which may have left the inbox.
    package func waiting(_ file: String) -> String {
        pick(
            ko: "\(file): 아직 적용하지 못한 매장이 있습니다. 파일을 inbox에 그대로 두거나 다시 넣고, 같은 날짜로 다시 실행하세요.",
            en: "\(file): some shops have not applied their parts yet. Leave the file in the inbox, or put it back "
                + "there, and run again with the same date.")
    }

    /// The message that a shop was not run because an export that it needs was refused, or is still in the inbox.
    package func waitedFor(_ file: String) -> String {
        pick(
            ko: "이 매장에 필요한 본사 파일을 매장별로 나누지 못했습니다: \(file)",
            en: "The export that this shop needs could not be split: \(file)")
    }

    /// The message about files that a shop's run did not process.
    package func waitInInbox(_ count: Int) -> String {
        pick(
            ko: "매장에 아직 처리하지 않은 파일이 \(grouped(count))개 있습니다.",
            en: "\(counted(count, "file is", plural: "files are")) waiting in the shop's folder.")
    }

    package func unreadableFacts(_ path: String) -> String {
        pick(ko: "\(path): 읽을 수 없습니다.", en: "\(path): cannot be read.")
    }

    package func added(_ name: String, folder: String) -> String {
        pick(ko: "매장 '\(name)': 파일은 \(folder)/inbox에 넣으세요.", en: "\(name): put the shop's files into \(folder)/inbox.")
    }

    package func closed(_ name: String, since date: String) -> String {
        pick(
            ko: "매장 \(quoted: name, .object) \(date)부터 닫습니다. 장부와 보고서는 그대로 남습니다.",
            en: "\(name) is closed from \(date) on. Its ledger and reports are kept.")
    }

    package func renamed(_ name: String, to new: String) -> String {
        pick(
            ko: "매장 '\(name)'의 이름을 \(quoted: new, .toward) 바꾸었습니다. 파일에 옛 이름이 적혀 있어도 이 매장의 행으로 읽습니다. 폴더와 장부는 그대로입니다.",
            en: "\(name) is now called \(new). Rows with the old name still count for this shop. The shop's folder "
                + "and ledger are unchanged.")
    }
}
