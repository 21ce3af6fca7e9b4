/// The help texts of a chain's commands.
extension CommandHelp {
    package var chain: CommandText {
        CommandText(
            abstract: language.pick(
                ko: "여러 매장의 밤을 나란히 하고 한 쪽에 모읍니다.",
                en: "Run the nights of many shops side by side, and roll them up on one page."),
            discussion: language.pick(ko: chainKorean, en: chainEnglish))
    }

    private var chainKorean: String {
        """
          chain run [폴더]             매장마다의 밤. 끊겼으면 이어서 합니다
          chain add [폴더] 이름        매장을 더하거나 다시 엽니다
          chain close [폴더] 이름      매장을 닫습니다
          chain rename [폴더] 이름 새-이름
          chain report [폴더] 매장 날짜
                                       few로 남긴 보고서를 모두 다시 만듭니다
          chain rollup [폴더]          남아 있는 기록으로 쪽을 다시 씁니다

        폴더에는 다음이 있습니다:
          chain.json             모든 매장의 설정: juice-batch.json의 키와
                                 columns.shop, shops
          inbox/                 본사의 파일: 매장을 적은 열로 나눕니다
          매장/inbox/            매장의 파일
          매장/reports/날짜/     매장의 보고서와 facts.json
          reports/날짜/          index.html, chain.csv, buy.csv, chain.json,
                                 unknown-shop.csv
          .night/날짜            밤의 기록

        run의 옵션은 파일마다 쓰입니다. 한 매장의 잘못은 그 매장에 머물고, 아무도 기다리지 않습니다.

        예시
          juice-batch chain add mychain gangnam
          cp orders.csv mychain/gangnam/inbox/; juice-batch chain run mychain

        종료 코드 (매장과 파일을 통틀어 70, 78, 74, 65, 4, 6, 3, 0 가운데 첫째. 73,
        75, 129, 130, 143은 74로, 64, 66은 65로 침. 시작하지 못하면 64, 75, 78)
        \(exitCodes(ExitReason.ofChain))
        """
    }

    private var chainEnglish: String {
        """
          chain run [FOLDER]           each shop's night; goes on with one that
                                       was cut short
          chain add [FOLDER] NAME      adds a shop, or opens it again
          chain close [FOLDER] NAME    closes a shop
          chain rename [FOLDER] NAME NEW-NAME
          chain report [FOLDER] SHOP DATE
                                       makes all reports where few were left
          chain rollup [FOLDER]        writes the page again from what is on
                                       record

        The folder holds:
          chain.json             settings of all shops: keys of juice-batch.json,
                                 columns.shop and shops
          inbox/                 head office's exports, split by the column that
                                 names the shop
          SHOP/inbox/            a shop's own files
          SHOP/reports/DATE/     its reports, and facts.json
          reports/DATE/          index.html, chain.csv, buy.csv, chain.json,
                                 unknown-shop.csv
          .night/DATE            the record of the night

        Options of run hold for each file. What goes wrong with a shop stays with it, and nobody waits for it.

        EXAMPLES
          juice-batch chain add mychain gangnam
          cp orders.csv mychain/gangnam/inbox/; juice-batch chain run mychain

        EXIT CODES (the first of 70, 78, 74, 65, 4, 6, 3, 0 over all shops and
        exports, where 73, 75, 129, 130, 143 count as 74 and 64, 66 as 65; 64, 75,
        78 also where nothing began)
        \(exitCodes(ExitReason.ofChain))
        """
    }
}
