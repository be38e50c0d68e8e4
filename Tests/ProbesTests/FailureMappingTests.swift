import Glibc
import LinecheckCapture
import LinecheckSockets
import Testing

@testable import LinecheckProbes

@Suite struct FailureMappingTests {
    private let own = SocketAddress(numeric: "192.0.2.1")
    private let router = SocketAddress(numeric: "192.0.2.254")

    private func word(_ family: SocketAddress.Family, _ type: UInt8, _ code: UInt8) -> FailureWord? {
        FailureWord(ICMPError(family: family, type: type, code: code, offender: router), ownAddress: own)
    }

    @Test(
        arguments: [
            (3, 0, FailureWord.networkUnreachable), (3, 1, .hostUnreachable), (3, 2, .protocolUnreachable),
            (3, 3, .portUnreachable), (3, 4, .packetTooBig), (3, 6, .networkUnreachable), (3, 7, .hostUnreachable),
            (3, 9, .adminProhibited), (3, 10, .adminProhibited), (3, 11, .networkUnreachable),
            (3, 12, .hostUnreachable),
            (3, 13, .adminProhibited), (11, 0, .ttlExceeded), (11, 1, .ttlExceeded), (12, 0, .parameterProblem),
        ] as [(UInt8, UInt8, FailureWord)])
    func `ICMP errors have their words`(type: UInt8, code: UInt8, expected: FailureWord) {
        #expect(word(.ipv4, type, code) == expected)
    }

    @Test(
        arguments: [
            (1, 0, FailureWord.networkUnreachable), (1, 1, .adminProhibited), (1, 3, .hostUnreachable),
            (1, 4, .portUnreachable), (1, 5, .adminProhibited), (1, 6, .adminProhibited), (2, 0, .packetTooBig),
            (3, 0, .ttlExceeded), (4, 1, .parameterProblem),
        ] as [(UInt8, UInt8, FailureWord)])
    func `ICMPv6 errors have their words`(type: UInt8, code: UInt8, expected: FailureWord) {
        #expect(word(.ipv6, type, code) == expected)
    }

    @Test func `a source quench and a redirect decide nothing`() {
        #expect(word(.ipv4, 4, 0) == nil)
        #expect(word(.ipv4, 5, 1) == nil)
        #expect(word(.ipv6, 137, 0) == nil)
    }

    @Test func `only an unreachable host reported by ourselves is an unresolved neighbour`() {
        let error = ICMPError(family: .ipv4, type: 3, code: 1, offender: own)
        #expect(FailureWord(error, ownAddress: own) == .neighbourUnresolved)
        #expect(FailureWord(error, ownAddress: nil) == .hostUnreachable)
        let prohibited = ICMPError(family: .ipv4, type: 3, code: 13, offender: own)
        #expect(FailureWord(prohibited, ownAddress: own) == .adminProhibited)
    }

    @Test(arguments: [
        (EACCES, FailureWord.permissionDenied), (EPERM, .permissionDenied), (ENOBUFS, .noBuffer), (ENOMEM, .noBuffer),
        (ENETUNREACH, .noRoute), (EHOSTUNREACH, .noRoute), (EADDRNOTAVAIL, .noAddress), (EMSGSIZE, .messageTooLong),
        (EMFILE, .tooManyFiles), (ENFILE, .tooManyFiles), (EINVAL, .localError), (EIO, .localError),
    ])
    func `what this host refuses is this host's failure`(code: Int32, expected: FailureWord) {
        #expect(FailureWord(localErrno: code) == expected)
        #expect(expected.blame == .thisHost)
    }
}
