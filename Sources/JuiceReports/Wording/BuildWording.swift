package import JuiceBatch

/// The output of `--version --verbose`: the program's version, its components, and the platform.
package struct BuildWording {
    private let language: MessageLanguage

    /// The lines in a language.
    package init(_ language: MessageLanguage) {
        self.language = language
    }

    /// One fact a line, its name in front.
    ///
    /// - Parameters:
    ///   - facts: of the build.
    ///   - libcsv: its version.
    ///   - sqlite: its version.
    package func text(_ facts: BuildFacts, libcsv: String, sqlite: String) -> String {
        let unknown = language.pick(ko: "알 수 없음", en: "unknown")
        return """
            \(ProgramVersion.text)
            \(language.pick(ko: "커밋", en: "commit")): \(facts.commit ?? unknown)
            \(language.pick(ko: "컴파일러", en: "compiler")): \(facts.compiler.map { "Swift \($0)" } ?? unknown)
            libcsv: \(libcsv)
            SQLite: \(sqlite)
            libcrypto: \(facts.libcrypto)

            """
    }
}
