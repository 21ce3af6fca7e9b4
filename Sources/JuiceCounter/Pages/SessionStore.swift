internal import JuiceBatch
package import JuiceShop

/// The access control of the counter: its host names, its one-time links, and the connected screens.
package final class SessionStore: Sendable {
    /// A connected screen, identified by the secret in its cookie.
    struct Session: Sendable, Equatable {
        let secret: String
        /// The token for the session's forms, a digest of the secret: pages stay valid if the counter is restarted.
        var form: String { SHA256.hex(of: "form " + secret) }
        /// The digest by which the session is stored.
        var digest: String { SHA256.hex(of: secret) }
    }

    /// The maximum number of unused links; a new one replaces the oldest one.
    static let linksMax = 16
    /// The maximum number of connected screens; a new one replaces the oldest one.
    static let sessionsMax = 64

    /// The host names of the counter, each with its port, as browsers send them.
    private let hosts: Set<String>
    private let linkHosts: [String]
    private let cookie: String
    private let paired: PairedScreens?
    private let now: @Sendable () -> Int
    /// Returns 128 random bits as letters and digits.
    let makeSecret: @Sendable () -> String
    /// The unused links, the connected screens, and whether the file contains these screens.
    private let state: LockedValue<(links: [String], screens: [PairedScreens.Screen], isSaved: Bool)>

    /// Creates the access control of a counter with host names in addition to those of this machine.
    ///
    /// `home` is the name of this machine for links; nil if they are for other machines. `paired` is the file of the
    /// screens that stay paired; nil if pairings end with this process. `now` returns seconds since 1970.
    package init(
        port: Int, names: [String], home: String?, paired: PairedScreens? = nil,
        now: @escaping @Sendable () -> Int = { 0 }, makeSecret: @escaping @Sendable () -> String
    ) {
        let names = names.map { $0.lowercased() }
        let all = names + ["127.0.0.1", "localhost", "[::1]"] + (home.map { [$0] } ?? [])
        // Browsers omit the default port.
        hosts = Set(all.map { "\($0):\(port)" } + (port == 80 ? all : []))
        linkHosts = (home.map { [$0] } ?? names).map { port == 80 ? $0 : "\($0):\(port)" }
        cookie = "juice-counter-\(port)"
        self.paired = paired
        self.now = now
        self.makeSecret = makeSecret
        // If the file cannot be read, all screens have to be paired again.
        let screens = (try? paired?.read()) ?? []
        state = LockedValue(([], screens, !screens.isEmpty))
    }

    // MARK: Links and sessions

    /// Creates a one-time link, and returns it as one URL for each host name used in links.
    package func makeLinks() -> [String] {
        let token = makeSecret()
        state.withLock { state in
            state.links.append(token)
            if state.links.count > Self.linksMax { state.links.removeFirst() }
        }
        return linkHosts.map { "http://\($0)/open?token=\(token)" }
    }

    /// Pairs a screen by the token of a one-time link; nil if the token is unknown or was used before.
    func connect(_ token: String) -> Session? {
        let session = Session(secret: makeSecret())
        return state.withLock { state in
            guard let index = Self.index(of: token, in: state.links) else { return nil }
            state.links.remove(at: index)
            state.screens.removeAll { !PairedScreens.isPaired($0, at: now()) }
            state.screens.append((session.digest, pairedAt: now()))
            if state.screens.count > Self.sessionsMax { state.screens.removeFirst() }
            // If the file cannot be written, the pairing ends with this process.
            if let paired { state.isSaved = (try? paired.write(state.screens)) != nil }
            return session
        }
    }

    /// The session that a request's cookies identify; nil if there is none.
    func session(of request: WebRequest) -> Session? {
        let sessions = request.values(of: "cookie").flatMap { $0.split(separator: ";") }.compactMap {
            part -> Session? in
            let pair = part.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
            return pair.count == 2 && pair[0] == cookie ? Session(secret: String(pair[1])) : nil
        }
        return sessions.first { session in
            let digest = session.digest
            return state.withLock { state in
                let index = Self.index(of: digest, in: state.screens.map(\.digest))
                return index.map { PairedScreens.isPaired(state.screens[$0], at: now()) } ?? false
            }
        }
    }

    /// Ends all pairings and revokes all links if the file of the screens was removed; returns whether it was.
    package func endPairingsIfFileRemoved() -> Bool {
        guard let paired else { return false }
        return state.withLock { state in
            guard state.isSaved, !paired.fileExists else { return false }
            state.links = []
            state.screens = []
            state.isSaved = false
            return true
        }
    }

    func header(for session: Session) -> (name: String, value: String) {
        let lifetime = "Max-Age=\(PairedScreens.secondsMax)"
        return ("Set-Cookie", "\(cookie)=\(session.secret); \(lifetime); Path=/; HttpOnly; SameSite=Strict")
    }

    /// The index of a secret in a list; the time does not depend on which one matches.
    private static func index(of secret: String, in list: [String]) -> Int? {
        list.indices.reduce(nil) { isSame(secret, list[$1]) ? $1 : $0 }
    }

    /// Whether two secrets are equal; the time does not depend on where they differ.
    static func isSame(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    // MARK: Origin of requests

    /// The HTTP status that rejects a request for another host, from another site, or to prefetch a link; else nil.
    func rejectionStatus(to request: WebRequest, _ path: WebPath) -> Int? {
        let names = request.values(of: "host")
        guard names.count == 1, let host = names.first?.lowercased() else { return 400 }
        // A foreign page could point its own host name to this server and read the answers (DNS rebinding).
        guard hosts.contains(host) else { return 421 }
        let origins = request.values(of: "origin")
        guard origins.isEmpty || origins == ["http://\(host)"] else { return 403 }
        // A prefetch by the browser would use up the one-time link before the user opens it.
        if path == .open && !request.values(of: "sec-purpose").isEmpty { return 403 }
        let sites = request.values(of: "sec-fetch-site")
        if sites.isEmpty || sites == ["same-origin"] || sites == ["none"] { return nil }
        // A link may be in a message or on another page, but may only be opened as a page of its own.
        let isOpened =
            path == .open && request.value(of: "sec-fetch-mode") == "navigate"
            && request.value(of: "sec-fetch-dest") == "document"
        return isOpened ? nil : 403
    }
}
