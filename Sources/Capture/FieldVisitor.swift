import LinecheckJSON
import LinecheckQuantities

/// Visits the members of a record in the order in which the format writes them.
///
/// Each record describes its members once, and that description is written with ``LineWriter``, read in order with
/// ``InOrderFields`` and read in any order with ``MemberFields``: names and order cannot come apart.
/// A nil value is a member that is not there.
protocol FieldVisitor {
    associatedtype Failure: Error

    mutating func integer(_ key: StaticString, _ value: inout Int64?) throws(Failure)
    mutating func text(_ key: StaticString, _ value: inout String?) throws(Failure)
    mutating func flag(_ key: StaticString, _ value: inout Bool?) throws(Failure)
    mutating func texts(_ key: StaticString, _ value: inout [String]?) throws(Failure)
    mutating func json(_ key: StaticString, _ value: inout JSONValue?) throws(Failure)
    /// An object inside the record.
    mutating func group(_ key: StaticString, _ part: inout some Fields) throws(Failure)
    /// Says that what was found cannot be; does nothing while writing.
    func refuse(_ key: StaticString, _ why: @autoclosure () -> String) throws(Failure)
}

/// A record or part of one that can describe its members.
protocol Fields {
    /// What a reader fills in.
    static var blank: Self { get }
    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure)
}

/// Integers from here on are not exact in JavaScript and jq (IEEE 754 binary64 has 53 bits of significand).
private let exactIntegerLimit: Int64 = 1 << 53

// MARK: Members that must be there

extension FieldVisitor {
    mutating func integer(_ key: StaticString, _ value: inout Int64) throws(Failure) {
        var found: Int64? = value
        try integer(key, &found)
        if let found { value = found } else { try refuse(key, "is missing") }
    }

    mutating func text(_ key: StaticString, _ value: inout String) throws(Failure) {
        var found: String? = value
        try text(key, &found)
        if let found { value = found } else { try refuse(key, "is missing") }
    }

    mutating func json(_ key: StaticString, _ value: inout JSONValue) throws(Failure) {
        var found: JSONValue? = value
        try json(key, &found)
        if let found { value = found } else { try refuse(key, "is missing") }
    }

    mutating func word<Word: CaptureWord>(_ key: StaticString, _ value: inout Word) throws(Failure) {
        var found: Word? = value
        try word(key, &found)
        if let found { value = found } else { try refuse(key, "is missing") }
    }
}

// MARK: Numbers with units

extension FieldVisitor {
    /// A number of things, never negative.
    mutating func count(_ key: StaticString, _ value: inout Int64?) throws(Failure) {
        try integer(key, &value)
        if let value, value < 0 { try refuse(key, "is negative") }
        if let value, value >= exactIntegerLimit { try refuse(key, "is not below 2^53, and no run reaches that") }
    }

    mutating func count(_ key: StaticString, _ value: inout Int64) throws(Failure) {
        try integer(key, &value)
        if value < 0 { try refuse(key, "is negative") }
        if value >= exactIntegerLimit { try refuse(key, "is not below 2^53, and no run reaches that") }
    }

    mutating func count(_ key: StaticString, _ value: inout Int?) throws(Failure) {
        var found = value.map { Int64($0) }
        try count(key, &found)
        value = found.map { Int($0) }
    }

    mutating func count(_ key: StaticString, _ value: inout Int) throws(Failure) {
        var found = Int64(value)
        try count(key, &found)
        value = Int(found)
    }

    /// The number of a load's stream, of which it has at most 64.
    mutating func stream(_ key: StaticString, _ value: inout Int) throws(Failure) {
        try count(key, &value)
        if value >= 1_024 { try refuse(key, "is not below 1024, and no load has so many") }
    }

    /// RFC 9110 §15: three digits.
    mutating func status(_ key: StaticString, _ value: inout Int?) throws(Failure) {
        try count(key, &value)
        if let value, value >= 1_000 { try refuse(key, "is no HTTP status: those have three digits") }
    }

    /// Nanoseconds since the run began.
    mutating func instant(_ key: StaticString, _ value: inout RunInstant) throws(Failure) {
        var found = value.nanoseconds
        try count(key, &found)
        if found >= exactIntegerLimit { try refuse(key, "is no time of a run: 2^53 ns and more") }
        value = RunInstant(nanoseconds: found)
    }

    mutating func instant(_ key: StaticString, _ value: inout RunInstant?) throws(Failure) {
        var found = value?.nanoseconds
        try count(key, &found)
        if let found, found >= exactIntegerLimit { try refuse(key, "is no time of a run: 2^53 ns and more") }
        value = found.map { RunInstant(nanoseconds: $0) }
    }

    /// Nanoseconds, never negative.
    mutating func duration(_ key: StaticString, _ value: inout Duration?) throws(Failure) {
        try signedDuration(key, &value)
        if let value, value < .zero { try refuse(key, "is negative") }
    }

    mutating func duration(_ key: StaticString, _ value: inout Duration) throws(Failure) {
        var found: Duration? = value
        try duration(key, &found)
        if let found { value = found } else { try refuse(key, "is missing") }
    }

    /// Nanoseconds that may be negative.
    mutating func signedDuration(_ key: StaticString, _ value: inout Duration?) throws(Failure) {
        var found = value?.nanoseconds
        try integer(key, &found)
        if let found, found.magnitude >= UInt64(exactIntegerLimit) { try refuse(key, "is 2^53 ns or more") }
        value = found.map { Duration.nanoseconds($0) }
    }

    /// Bits a second.
    mutating func rate(_ key: StaticString, _ value: inout BitRate) throws(Failure) {
        try count(key, &value.bitsPerSecond)
    }
}

// MARK: Words of a fixed vocabulary

/// A vocabulary of the format: an enum whose raw values are its words.
protocol CaptureWord: RawRepresentable, CaseIterable where RawValue == String {}

extension FieldVisitor {
    mutating func word<Word: CaptureWord>(_ key: StaticString, _ value: inout Word?) throws(Failure) {
        var found = value?.rawValue
        try text(key, &found)
        guard let found else {
            value = nil
            return
        }
        value = Word(rawValue: found)
        if value == nil {
            let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
            try refuse(key, "is \"\(found)\", which is none of: \(known)")
        }
    }
}

extension Target.Stamp: CaptureWord {}
extension PhaseChange.State: CaptureWord {}
extension FailureWord: CaptureWord {}
extension StreamEvent.Step: CaptureWord {}
extension End.Outcome: CaptureWord {}
extension Damage.Kind: CaptureWord {}
