import Testing

@testable import LinecheckLoads

@Suite struct HTTPDateTests {
    @Test func `dates are in the fixed form of RFC 9110`() {
        // The example of §5.6.7.
        #expect(HTTPDate.text(secondsSince1970: 784_111_777) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.text(secondsSince1970: 0) == "Thu, 01 Jan 1970 00:00:00 GMT")
    }
}
