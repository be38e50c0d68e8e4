import LinecheckJSON
import LinecheckQuantities

// The members of each record, in the order of the format. `fixtures/README.md` says what they mean.

extension Target: Fields {
    static var blank: Target { Target(at: .start, probe: "", name: "", protocolName: "") }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("probe", &probe)
        try fields.text("name", &name)
        try fields.text("address", &address)
        try fields.text("source", &source)
        try fields.text("family", &family)
        try fields.text("protocol", &protocolName)
        try fields.count("port", &port)
        try fields.word("stamp", &stamp)
        try fields.duration("resolve", &resolve)
        try fields.text("unavailable", &unavailable)
    }
}

extension PhaseChange: Fields {
    static var blank: PhaseChange { PhaseChange(at: .start, phase: "", state: .running) }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("phase", &phase)
        try fields.word("state", &state)
        try fields.text("reason", &reason)
    }
}

extension EventRecord: Fields {
    static var blank: EventRecord { EventRecord(at: .start, event: "") }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("event", &event)
        try fields.text("subject", &subject)
        try fields.text("reason", &reason)
    }
}

extension StrayReply: Fields {
    static var blank: StrayReply { StrayReply(at: .start, probe: "", sequence: 0, rtt: .zero) }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("probe", &probe)
        try fields.count("seq", &sequence)
        try fields.duration("rtt", &rtt)
        try fields.text("from", &from)
    }
}

extension ForeignReply: Fields {
    static var blank: ForeignReply { ForeignReply(at: .start, probe: "", from: nil, reason: "", count: 0) }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("probe", &probe)
        try fields.text("from", &from)
        try fields.text("reason", &reason)
        try fields.count("count", &count)
    }
}

extension ByteTotal: Fields {
    static var blank: ByteTotal { ByteTotal(at: .start, load: "", stream: 0, total: 0) }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("load", &load)
        try fields.stream("stream", &stream)
        try fields.count("total", &total)
    }
}

extension StreamEvent: Fields {
    static var blank: StreamEvent { StreamEvent(at: .start, load: "", stream: 0, step: .connect) }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("load", &load)
        try fields.stream("stream", &stream)
        try fields.word("event", &step)
        try fields.status("status", &status)
        try fields.text("location", &location)
        try fields.text("host", &host)
        try fields.text("address", &address)
        try fields.text("proxy", &proxy)
        try fields.duration("connect", &connect)
        try fields.duration("tls", &tls)
        try fields.duration("first_byte", &firstByte)
        try fields.text("congestion", &congestion)
        try fields.count("bytes", &bytes)
        try fields.text("reason", &reason)
        try fields.count("count", &count)
    }
}

extension TCPState: Fields {
    static var blank: TCPState {
        TCPState(
            at: .start, load: "", stream: 0, rtt: .zero, retransmits: 0, cwnd: 0,
            deliveryRate: BitRate(bitsPerSecond: 0), busy: .zero, windowLimited: .zero, bufferLimited: .zero)
    }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("load", &load)
        try fields.stream("stream", &stream)
        try fields.duration("rtt", &rtt)
        try fields.count("retransmits", &retransmits)
        try fields.count("cwnd", &cwnd)
        try fields.rate("delivery_rate", &deliveryRate)
        try fields.duration("busy", &busy)
        try fields.duration("rwnd_limited", &windowLimited)
        try fields.duration("sndbuf_limited", &bufferLimited)
        try fields.duration("rcv_rtt", &receiveRTT)
        try fields.count("rcv_wnd", &receiveWindow)
        try fields.count("out_of_order", &outOfOrder)
    }
}

extension SelfCheck: Fields {
    static var blank: SelfCheck {
        SelfCheck(
            at: .start, ownCPU: .zero, machineBusy: nil, timerLateP99: nil, interfaceReceived: nil,
            interfaceSent: nil, localDrops: 0)
    }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.duration("cpu_ns", &ownCPU)
        try fields.duration("busy_ns", &machineBusy)
        try fields.duration("timer_late_p99", &timerLateP99)
        try fields.count("rx_bytes", &interfaceReceived)
        try fields.count("tx_bytes", &interfaceSent)
        try fields.count("local_drops", &localDrops)
    }
}

extension GuardTrip: Fields {
    static var blank: GuardTrip {
        GuardTrip(at: .start, name: "", subject: "", observed: 0, limit: 0, action: "")
    }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("guard", &name)
        try fields.text("subject", &subject)
        try fields.count("observed", &observed)
        try fields.count("limit", &limit)
        try fields.text("action", &action)
    }
}

extension Gap: Fields {
    static var blank: Gap { Gap(at: .start, records: 0, reason: "") }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.count("records", &records)
        try fields.text("reason", &reason)
    }
}

extension LostStretch: Fields {
    static var blank: LostStretch { LostStretch(at: .start, kind: .corrupt, byteOffset: 0, reason: "") }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.word("kind", &kind)
        try fields.count("first_line", &firstLine)
        try fields.count("last_line", &lastLine)
        try fields.count("byte", &byteOffset)
        try fields.count("bytes", &byteCount)
        try fields.instant("from", &from)
        try fields.instant("until", &until)
        try fields.text("reason", &reason)
    }
}

extension Sync: Fields {
    static var blank: Sync { Sync(at: .start, wall: "", lines: 0) }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("wall", &wall)
        try fields.count("lines", &lines)
    }
}

extension End: Fields {
    static var blank: End { End(at: .start, wall: "", outcome: .complete, lines: 0) }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.instant("t", &at)
        try fields.text("wall", &wall)
        try fields.word("outcome", &outcome)
        try fields.text("reason", &reason)
        try fields.count("lines", &lines)
    }
}
