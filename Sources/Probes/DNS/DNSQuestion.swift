internal import LinecheckPlan

/// A question as a resolver takes it (RFC 1035 §4.1, EDNS(0) of RFC 6891).
struct DNSQuestion: Equatable {
    /// Without a dot at its end; empty: the root.
    let name: String
    let type: UInt16

    /// More than this does not fit every path without being cut into fragments (DNS Flag Day 2020).
    static let largestDatagram: UInt16 = 1_232

    init(_ name: String, _ record: ProbeExchange.RecordType) {
        self.name = name.hasSuffix(".") ? String(name.dropLast()) : name
        type = record.number
    }

    /// The labels with their lengths.
    var wireName: [UInt8] {
        name.split(separator: ".").flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) } + [0]
    }

    /// A query that wants recursion.
    func message(id: UInt16) -> [UInt8] {
        let size = Self.largestDatagram
        return [UInt8(id >> 8), UInt8(id & 0xFF), 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 1]
            + wireName + [UInt8(type >> 8), UInt8(type & 0xFF), 0, 1]
            + [0, 0, 41, UInt8(size >> 8), UInt8(size & 0xFF), 0, 0, 0, 0, 0, 0]
    }
}

extension ProbeExchange.RecordType {
    /// Of the registry "Resource Record (RR) TYPEs".
    var number: UInt16 {
        switch self {
        case .a: 1
        case .ns: 2
        case .cname: 5
        case .soa: 6
        case .ptr: 12
        case .mx: 15
        case .txt: 16
        case .aaaa: 28
        case .https: 65
        }
    }

    init?(number: UInt16) {
        guard let type = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = type
    }
}
