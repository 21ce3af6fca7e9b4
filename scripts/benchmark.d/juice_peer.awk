# juice_peer.awk: what a careful awk programmer would write for the benchmark's files.
#
#   mawk -v folder=OUTPUT_FOLDER -v messages=MESSAGES -f juice_peer.awk INPUT
#
# OUTPUT_FOLDER must exist. The limits are those of juice_peer.c, and no cell may be in quotes: awk does not parse CSV.

function stop(why) {
    print "juice_peer.awk: line " NR ": " why > "/dev/stderr"
    stopped = 1
    exit 65
}

function quoted(cell) {
    if (cell !~ /[",\r\n]/) return cell
    gsub(/"/, "\"\"", cell)
    return "\"" cell "\""
}

# A juice of one or two fruits, under all its spellings, separated by |.
function juice(all, first, pieces, second, more,    parts, n, i) {
    n = split(all, parts, "|")
    for (i = 1; i <= n; i++) item_of[parts[i]] = parts[1]
    fruit_1[parts[1]] = first; pieces_1[parts[1]] = pieces
    fruit_2[parts[1]] = second; pieces_2[parts[1]] = more
}

function fruit(all,    parts, n, i) {
    n = split(all, parts, "|")
    for (i = 1; i <= n; i++) fruit_of[parts[i]] = parts[1]
    stock[parts[1]] = 10
}

BEGIN {
    FS = OFS = ","
    juice("딸기쥬스|strawberry|Strawberry|strawberry juice|Strawberry Juice", "딸기", 16, "", 0)
    juice("바나나쥬스|banana|Banana|banana juice|Banana Juice", "바나나", 2, "", 0)
    juice("키위쥬스|kiwi|Kiwi|kiwi juice|Kiwi Juice", "키위", 3, "", 0)
    juice("파인애플쥬스|pineapple|Pineapple|pineapple juice|Pineapple Juice", "파인애플", 2, "", 0)
    juice("딸바쥬스|딸기바나나쥬스|strawberry banana|Strawberry Banana", "딸기", 10, "바나나", 1)
    juice("망고쥬스|mango|Mango|mango juice|Mango Juice", "망고", 3, "", 0)
    juice("망고키위쥬스|망키쥬스|mango kiwi|Mango Kiwi", "키위", 1, "망고", 2)
    fruit("딸기|strawberry|Strawberry"); fruit("바나나|banana|Banana"); fruit("파인애플|pineapple|Pineapple")
    fruit("키위|kiwi|Kiwi"); fruit("망고|mango|Mango")
    action_of["order"] = action_of["주문"] = "order"
    action_of["restock"] = action_of["입고"] = "restock"
    action_of["discard"] = action_of["폐기"] = "discard"
    action_of["count"] = action_of["실사"] = "count"
    fruits = split("딸기 바나나 파인애플 키위 망고", fruit_name, " ")
    kinds = split("restock discard count", kind, " ")
    for (k = 1; k <= kinds; k++) {
        for (f = 1; f <= fruits; f++) {
            if ((getline text < messages) <= 0) stop("the messages are not complete")
            text = quoted(text)
            mark = index(text, "%")
            start[kind[k], fruit_name[f]] = mark ? substr(text, 1, mark - 1) : text
            counts[kind[k], fruit_name[f]] = mark
            finish[kind[k], fruit_name[f]] = mark ? substr(text, mark + 1) : ""
        }
    }
    success = folder "/success.csv"
    failure = folder "/failure.csv"
    short = ",insufficient_stock,재료가 모자라요. 재고를 수정할까요?,"
    print "file,line,id,action,item,quantity,message,재고_딸기,재고_바나나,재고_파인애플,재고_키위,재고_망고" > success
    print "file,line,id,action,item,quantity,code,message,shortage,raw" > failure
}

NR == 1 {
    name = FILENAME
    sub(/.*\//, "", name)
    name = quoted(name)
    if ($0 == "id,action,item,quantity") shift = 1
    else if ($0 != "action,item,quantity") stop("columns that this program does not read")
    next
}

{
    if (shift) {
        id = $1
        action = action_of[$2]; item = $3; quantity = $4
        if (id in used) stop("an id that is used already")
    } else {
        action = action_of[$1]; item = $2; quantity = $3
    }
    if (action == "order") {
        if (quantity == "") quantity = 1
        item = item_of[item]
        if (item == "") stop("a name that this program does not know")
        a = fruit_1[item]; b = fruit_2[item]
        left_a = stock[a] - pieces_1[item] * quantity
        left_b = b == "" ? 0 : stock[b] - pieces_2[item] * quantity
        if (left_a < 0 || left_b < 0) {
            missing = left_a < 0 ? a ":" (0 - left_a) : ""
            if (left_b < 0) missing = missing (left_a < 0 ? ";" : "") b ":" (0 - left_b)
            print name, NR, id, "order", item, quantity short missing "," > failure
            next
        }
        stock[a] = left_a
        if (b != "") stock[b] = left_b
        message = item " 나왔습니다! 맛있게 드세요!"
    } else {
        item = fruit_of[item]
        if (action == "" || item == "") stop("a name that this program does not know")
        if (action == "restock") stock[item] += quantity
        else if (action == "count") stock[item] = quantity + 0
        else if (stock[item] >= quantity) stock[item] -= quantity
        else {
            print name, NR, id, action, item, quantity short item ":" quantity - stock[item] "," > failure
            next
        }
        message = start[action, item] (counts[action, item] ? quantity : "") finish[action, item]
    }
    print name, NR, id, action, item, quantity, message, stock["딸기"], stock["바나나"], stock["파인애플"], \
        stock["키위"], stock["망고"] > success
    if (shift && id != "") used[id]
}

END { if (stopped) exit 65 }
