import LinecheckQuantities
import Testing

@testable import LinecheckSockets

/// `struct tcp_info` of linux/tcp.h grew at its end; a kernel answers with as much of it as it knows.
@Suite struct TCPInfoTests {
    /// Every byte from `tcpi_rcv_ooopack` on, at offset 224, is that of the struct of Linux 6.2.
    private func answer(length: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: length)
        for (offset, value) in [(68, 25), (224, 7), (228, 1), (232, 9)] where offset < length {
            bytes[offset] = UInt8(value)
        }
        return bytes
    }

    @Test(arguments: [(104, nil), (224, nil), (232, 7), (240, 7)] as [(Int, Int64?)])
    func `segments out of order are unknown, not none, where a kernel does not count them`(
        length: Int, counted: Int64?
    ) {
        let info = TCPInfo(reading: answer(length: length))
        #expect(info.outOfOrder == counted)
        #expect(info.rtt == .microseconds(25), "what every kernel has is read from each")
    }

    @Test(arguments: [(232, nil), (236, 9)] as [(Int, Int64?)])
    func `the receive window is unknown before Linux 6,2`(length: Int, window: Int64?) {
        #expect(TCPInfo(reading: answer(length: length)).receiveWindow == window)
    }

    @Test func `an answer longer than any so far is read as far as it is known`() {
        #expect(TCPInfo(reading: answer(length: 1_024)).outOfOrder == 7)
    }
}
