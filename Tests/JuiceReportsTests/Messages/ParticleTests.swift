import JuiceReports
import Testing

@Suite struct ParticleTests {
    /// By how the word ends when it is read aloud, quotes around it or not.
    @Test(arguments: [
        // Hangul, also in parts, and letters that stand alone.
        ("딸기", "를", "가", "는", "와", "로"), ("파인애플", "을", "이", "은", "과", "로"), ("귤", "을", "이", "은", "과", "로"),
        ("한라봉", "을", "이", "은", "과", "으로"), ("'세 잔'", "을", "이", "은", "과", "으로"), ("배쥬스(대)", "를", "가", "는", "와", "로"),
        ("\u{1103}\u{1161}\u{11AF}", "을", "이", "은", "과", "로"), ("\u{1100}\u{1175}", "를", "가", "는", "와", "로"),
        ("ㄱ", "을", "이", "은", "과", "으로"), ("ㄹ", "을", "이", "은", "과", "로"), ("ㅏ", "를", "가", "는", "와", "로"),
        // Digits: 영 일 이 삼 사 오 육 칠 팔 구, 십 백 천 만 억 조.
        ("0", "을", "이", "은", "과", "으로"), ("1", "을", "이", "은", "과", "로"), ("2", "를", "가", "는", "와", "로"),
        ("3", "을", "이", "은", "과", "으로"), ("14", "를", "가", "는", "와", "로"), ("105", "를", "가", "는", "와", "로"),
        ("6", "을", "이", "은", "과", "으로"), ("7", "을", "이", "은", "과", "로"), ("8", "을", "이", "은", "과", "로"),
        ("9", "를", "가", "는", "와", "로"), ("1,000", "을", "이", "은", "과", "으로"), ("1000000000000", "를", "가", "는", "와", "로"),
        ("10000000000000000", "을", "이", "은", "과", "으로"), ("１", "을", "이", "은", "과", "로"),
        // Latin letters: their names where a word is spelt, else its sound.
        ("A", "를", "가", "는", "와", "로"), ("R", "을", "이", "은", "과", "로"), ("night.csv", "를", "가", "는", "와", "로"),
        ("URL", "을", "이", "은", "과", "로"), ("VISA-N", "을", "이", "은", "과", "으로"), ("json", "을", "이", "은", "과", "으로"),
        ("item", "을", "이", "은", "과", "으로"), ("time", "을", "이", "은", "과", "으로"), ("action", "을", "이", "은", "과", "으로"),
        ("id", "를", "가", "는", "와", "로"), ("quantity", "를", "가", "는", "와", "로"), ("file", "을", "이", "은", "과", "로"),
        ("store", "를", "가", "는", "와", "로"), ("shop", "을", "이", "은", "과", "으로"), ("rows", "를", "가", "는", "와", "로"),
        ("cancel", "을", "이", "은", "과", "로"), ("order", "를", "가", "는", "와", "로"), ("king", "을", "이", "은", "과", "으로"),
        // Nothing that is read.
        ("", "를", "가", "는", "와", "로"), ("'…'", "를", "가", "는", "와", "로"),
    ])
    func followsTheLastSyllable(
        word: String, object: String, subject: String, topic: String, with: String, toward: String
    ) {
        let particles: [Particle] = [.object, .subject, .topic, .with, .toward]
        #expect(particles.map { $0.behind(word) } == [object, subject, topic, with, toward], "\(word)")
        #expect(particles.map { $0.behind("'\(word)'") } == [object, subject, topic, with, toward], "'\(word)'")
    }

    @Test(arguments: [
        ("홍대", "라는"), ("강남점", "이라는"), ("귤", "이라는"), ("2", "라는"), ("3", "이라는"), ("shop", "이라는"), ("'소계'", "라는"),
    ])
    func theCopulaVanishesBehindAVowel(word: String, ending: String) {
        #expect(Particle.copula.behind(word) + "라는" == ending)
    }
}
