internal import Glibc

/// The system's error messages in the language of the sentence around them.
struct SystemWording {
    private let language: MessageLanguage

    /// The words in a language.
    init(_ language: MessageLanguage) {
        self.language = language
    }

    /// The message of an error number, without a full stop.
    func text(_ errno: Int32) -> String {
        language.pick(ko: Self.korean[errno] ?? "시스템 오류 \(errno)", en: String(cString: strerror(errno)))
    }

    /// The Korean messages of the errors that file operations can return.
    private static let korean: [Int32: String] = [
        EPERM: "허용되지 않음", ENOENT: "파일이나 폴더가 없음", EINTR: "신호로 중단됨", EIO: "입출력 오류", ENXIO: "그런 장치가 없음",
        EBADF: "열려 있지 않은 파일", EAGAIN: "지금은 할 수 없음", ENOMEM: "메모리 부족", EACCES: "권한 없음", EBUSY: "사용 중",
        EEXIST: "이미 있음", EXDEV: "다른 파일 시스템", ENODEV: "그런 장치가 없음", ENOTDIR: "폴더가 아님", EISDIR: "폴더임",
        EINVAL: "쓸 수 없는 값", ENFILE: "시스템에 열린 파일이 너무 많음", EMFILE: "열린 파일이 너무 많음", ENOTTY: "장치에 맞지 않음",
        ETXTBSY: "실행 중인 파일", EFBIG: "파일이 너무 큼", ENOSPC: "디스크에 자리가 없음", ESPIPE: "앞뒤로 옮길 수 없음",
        EROFS: "읽기 전용 파일 시스템", EMLINK: "링크가 너무 많음", EPIPE: "받는 쪽이 닫힘", ENAMETOOLONG: "이름이 너무 김",
        ENOLCK: "잠금이 부족함", ENOSYS: "시스템이 할 줄 모름", ENOTEMPTY: "빈 폴더가 아님", ELOOP: "링크가 너무 많이 이어짐",
        EOVERFLOW: "너무 큰 값", EOPNOTSUPP: "시스템이 할 줄 모름", ETIMEDOUT: "시간이 지남", EADDRINUSE: "주소를 이미 쓰는 중",
        EADDRNOTAVAIL: "쓸 수 없는 주소", ECONNREFUSED: "연결이 거절됨", ESTALE: "파일이 사라짐", EDQUOT: "할당량 초과",
    ]
}
