/// A plain reading of what SARIF 2.1.0 requires of the parts that the program writes.
///
/// Source: OASIS, Static Analysis Results Interchange Format (SARIF) Version 2.1.0, sections 3.13 to 3.59, and the JSON
/// schema beside it.
package enum PlainSarif {
    /// What is wrong with a log; empty if nothing is.
    package static func violations(in log: OrderedJSON) -> [String] {
        var found = only(["$schema", "version", "runs"], in: log, "log")
        if log["version"]?.text != "2.1.0" { found.append("version") }
        let runs = log["runs"]?.elements ?? []
        if runs.count != 1 { found.append("\(runs.count) runs") }
        return found + runs.flatMap { violations(ofRun: $0) }
    }

    private static func violations(ofRun run: OrderedJSON) -> [String] {
        var found = only(["tool", "language", "invocations", "results"], in: run, "run")
        let language = run["language"]?.text ?? ""
        if !["ko", "en"].contains(language) { found.append("language") }
        let driver = run["tool"]?["driver"]
        for key in ["name", "version"] where driver?[key]?.text?.isEmpty != false { found.append("driver's \(key)") }
        let rules = driver?["rules"]?.elements ?? []
        let ids = rules.compactMap { $0["id"]?.text }
        if ids.count != rules.count || Set(ids).count != ids.count { found.append("ids of rules") }
        for rule in rules {
            found += only(
                ["id", "shortDescription", "fullDescription", "help", "defaultConfiguration"], in: rule, "rule")
            for key in ["shortDescription", "fullDescription", "help"] { found += message(rule[key], "rule's \(key)") }
            found += level(rule["defaultConfiguration"]?["level"])
        }
        for invocation in run["invocations"]?.elements ?? [] {
            // The one property that an invocation has to have.
            guard case .bool? = invocation["executionSuccessful"] else {
                found.append("executionSuccessful")
                continue
            }
            if invocation["exitCode"]?.int == nil { found.append("exitCode") }
            for notice in invocation["toolExecutionNotifications"]?.elements ?? [] {
                found += message(notice["message"], "notification") + level(notice["level"])
            }
        }
        guard case .array(let results)? = run["results"] else { return found + ["results"] }
        return found + results.flatMap { violations(ofResult: $0, rules: ids) }
    }

    private static func violations(ofResult result: OrderedJSON, rules: [String]) -> [String] {
        var found = only(["ruleId", "level", "message", "locations"], in: result, "result")
        if !rules.contains(result["ruleId"]?.text ?? "") { found.append("ruleId of no rule") }
        found += message(result["message"], "result") + level(result["level"])
        guard case .array(let locations)? = result["locations"] else { return found + ["locations"] }
        if locations.isEmpty { found.append("no location, which code scanning refuses") }
        for location in locations {
            let place = location["physicalLocation"]
            found += uri(place?["artifactLocation"]?["uri"])
            if place?["region"]?["startLine"]?.int ?? 0 < 1 { found.append("startLine") }
        }
        return found
    }

    private static func only(_ keys: Set<String>, in value: OrderedJSON, _ name: String) -> [String] {
        guard case .object = value else { return ["\(name) is no object"] }
        return value.keys.filter { !keys.contains($0) }.map { "\(name): \($0)" }
    }

    private static func message(_ value: OrderedJSON?, _ name: String) -> [String] {
        value?["text"]?.text?.isEmpty == false ? [] : ["message of \(name)"]
    }

    private static func level(_ value: OrderedJSON?) -> [String] {
        ["none", "note", "warning", "error"].contains(value?.text ?? "") ? [] : ["level"]
    }

    /// A reference of RFC 3986, relative or of a file.
    private static func uri(_ value: OrderedJSON?) -> [String] {
        guard var text = value?.text, !text.isEmpty else { return ["uri"] }
        if text.hasPrefix("file:///") { text = String(text.dropFirst(7)) }
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let scalar = UnicodeScalar(byte)
            if byte == UInt8(ascii: "%") {
                let digits = rest.prefix(2)
                rest = rest.dropFirst(2)
                guard digits.count == 2, UInt8(String(decoding: digits, as: UTF8.self), radix: 16) != nil else {
                    return ["uri \(text)"]
                }
            } else if byte >= 0x80
                || !scalar.properties.isAlphabetic && !"0123456789-._~/".unicodeScalars.contains(scalar)
            {
                return ["uri \(text)"]
            }
        }
        return []
    }
}
