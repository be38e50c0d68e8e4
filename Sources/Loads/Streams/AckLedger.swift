/// Maps octets that the peer acknowledged to body bytes among them.
///
/// What an upload hands to the kernel is not yet uploaded: on a 2 Mbit/s link the bytes written made 33.7 Mbit/s after
/// half a second, the bytes acknowledged 2.09. `tcpi_bytes_acked` counts request heads, TLS handshake and record
/// overhead as well. So each write is noted as (octets on the wire, body bytes) since the connection began, and an
/// acknowledged position between two notes is taken in proportion: exact for plain TCP, within a record for TLS.
struct AckLedger: Equatable, Sendable {
    private struct Mark: Equatable, Sendable {
        var wire: Int64
        var body: Int64
    }

    /// Ends of stretches with and without body bytes, in order; both counts never fall.
    private var marks: [Mark] = []
    /// Where the first stretch begins: everything before is acknowledged.
    private var base = Mark(wire: 0, body: 0)
    /// Whether the last stretch is body, so that the next body bytes lengthen it.
    private var lastIsBody = false
    private var reported: Int64 = 0

    /// Body bytes written so far.
    var written: Int64 { (marks.last ?? base).body }

    /// Notes a write.
    ///
    /// - Parameters:
    ///   - wire: octets given to the socket since the connection began.
    ///   - body: body bytes of this write; 0 for a head or a handshake.
    mutating func note(wire: Int64, body: Int64) {
        let mark = Mark(wire: wire, body: written + body)
        if let last = marks.last, lastIsBody == (body > 0), last.wire <= wire {
            marks[marks.count - 1] = mark
        } else {
            marks.append(mark)
        }
        lastIsBody = body > 0
    }

    /// Body bytes among the first `acknowledged` octets; never less than it said before.
    ///
    /// Ask with growing counts, since it forgets what it no longer needs. Complexity: amortized constant.
    mutating func body(acknowledged: Int64) -> Int64 {
        var passed = 0
        // The last mark stays, because it may still be lengthened.
        while passed < marks.count - 1, marks[passed].wire <= acknowledged { passed += 1 }
        if passed > 0 {
            base = marks[passed - 1]
            marks.removeFirst(passed)
        }
        // A stretch that is lengthened by a short record changes its proportion by a few bytes: hence the maximum.
        reported = max(reported, position(acknowledged))
        return reported
    }

    private func position(_ acknowledged: Int64) -> Int64 {
        guard let next = marks.first, acknowledged > base.wire else { return base.body }
        if acknowledged >= next.wire { return next.body }
        let product = (next.body - base.body).multipliedFullWidth(by: acknowledged - base.wire)
        return base.body + (next.wire - base.wire).dividingFullWidth(product).quotient
    }
}
