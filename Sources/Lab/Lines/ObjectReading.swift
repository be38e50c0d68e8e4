import LinecheckJSON
import LinecheckQuantities

/// Takes the values of one object out by its shape, and collects a problem for each that cannot be taken.
struct ObjectReading {
    let node: JSONNode
    let shape: Shape
    let source: SourceText
    private(set) var problems: [Problem] = []

    /// Keys that the shape does not have, and required ones that are missing, are problems at once.
    init(_ node: JSONNode, as shape: Shape, in source: SourceText) {
        self.node = node
        self.shape = shape
        self.source = source
        guard let members = node.members else {
            report("wrong-type", node, "\(shape.title) is an object, and this is \(node.kindName)")
            return
        }
        for member in members where !member.key.hasPrefix("#") && shape.spec(member.key) == nil { unknown(member) }
        for spec in shape.keys where spec.isRequired && node.member(spec.key) == nil { missing(spec) }
    }

    /// The value of a key that is there and of the right kind; nil otherwise, and the problem is noted.
    mutating func value(_ key: String) -> JSONNode? {
        guard let spec = shape.spec(key), let value = node.member(key)?.value else { return nil }
        guard spec.type.fitsKind(of: value) else {
            report("wrong-type", value, "\"\(key)\" wants \(spec.type.wanted), this is \(value.kindName)")
            return nil
        }
        return value
    }

    mutating func text(_ key: String) -> String? { value(key)?.string }

    mutating func bool(_ key: String) -> Bool? {
        guard case .bool(let value)? = value(key)?.content else { return nil }
        return value
    }

    mutating func integer(_ key: String) -> Int? {
        guard let node = value(key), case .integer(let range)? = shape.spec(key)?.type else { return nil }
        guard case .integer(let number) = node.content, range.contains(number) else {
            report("out-of-range", node, "\"\(key)\" is a whole number from \(range.lowerBound) to \(range.upperBound)")
            return nil
        }
        return Int(number)
    }

    /// One of the words that the key may have.
    mutating func choice(_ key: String) -> String? {
        guard let node = value(key), let text = node.string, case .choice(let words)? = shape.spec(key)?.type else {
            return nil
        }
        guard words.contains(text) else {
            let near = nearestName(to: text, among: words).map { "did you mean \"\($0)\"?" }
            report("bad-value", node, "\"\(key)\" wants \(KeyType.choice(words).wanted), not \"\(text)\"", near)
            return nil
        }
        return text
    }

    mutating func duration(_ key: String) -> Duration? {
        guard let node = value(key) else { return nil }
        return quantity(node, key) { text throws(QuantityProblem) in try Duration(text: text) }
    }

    mutating func size(_ key: String) -> ByteCount? {
        guard let node = value(key) else { return nil }
        return quantity(node, key) { text throws(QuantityProblem) in try ByteCount(text: text) }
    }

    mutating func rate(_ key: String) -> BitRate? {
        guard let node = value(key) else { return nil }
        return quantity(node, key) { text throws(QuantityProblem) in try BitRate(text: text) }
    }

    /// From nothing to all.
    mutating func ratio(_ key: String) -> Ratio? {
        guard let node = value(key), let ratio = ratio(node, key) else { return nil }
        return ratio
    }

    mutating func durations(_ key: String) -> ClosedRange<Duration>? {
        range(key) { reading, node in
            reading.quantity(node, key) { text throws(QuantityProblem) in try Duration(text: text) }
        }
    }

    mutating func rates(_ key: String) -> ClosedRange<BitRate>? {
        range(key) { reading, node in
            reading.quantity(node, key) { text throws(QuantityProblem) in try BitRate(text: text) }
        }
    }

    mutating func ratios(_ key: String) -> ClosedRange<Ratio>? {
        range(key) { reading, node in reading.ratio(node, key) }
    }

    mutating func texts(_ key: String) -> [String] {
        (value(key)?.array ?? []).compactMap { element in
            if element.string == nil { report("wrong-type", element, "\"\(key)\" is a list of names") }
            return element.string
        }
    }

    mutating func report(_ code: String, _ node: JSONNode, _ message: String, _ fix: String? = nil) {
        problems.append(Problem(code: code, in: source, at: node.range, message: message, fix: fix))
    }

    /// Reads text that has to be a quantity; what is outside the key's range is a problem.
    mutating func quantity<Value>(
        _ node: JSONNode, _ key: String, _ read: (String) throws(QuantityProblem) -> Value
    ) -> Value? {
        let wanted = shape.spec(key)?.type.wantedQuantity ?? "a quantity"
        guard let text = node.string else {
            report("wrong-type", node, "\"\(key)\" wants \(wanted), this is \(node.kindName)")
            return nil
        }
        do throws(QuantityProblem) {
            let value = try read(text)
            guard isInRange(value, key) else {
                report("out-of-range", node, "\"\(key)\" is \(text), which no line here can have")
                return nil
            }
            return value
        } catch {
            report("bad-quantity", node, "\"\(text)\" is no quantity of this kind", "\"\(key)\" wants \(wanted)")
            return nil
        }
    }

    // MARK: Inside

    private mutating func ratio(_ node: JSONNode, _ key: String) -> Ratio? {
        let ratio = quantity(node, key) { text throws(QuantityProblem) in try Ratio(text: text) }
        guard let ratio, !(0...1_000_000).contains(ratio.partsPerMillion) else { return ratio }
        report("out-of-range", node, "\"\(key)\" is \(ratio.text)", "it may be from 0% to 100%")
        return nil
    }

    private mutating func range<Value: Comparable>(
        _ key: String, _ read: (inout ObjectReading, JSONNode) -> Value?
    ) -> ClosedRange<Value>? {
        guard let node = value(key), let ends = node.array else { return nil }
        let values = ends.compactMap { read(&self, $0) }
        guard values.count == ends.count else { return nil }
        guard values.count == 2, values[0] <= values[1] else {
            report("bad-value", node, "\"\(key)\" is a band: its two ends, the lower one first")
            return nil
        }
        return values[0]...values[1]
    }

    private func isInRange<Value>(_ value: Value, _ key: String) -> Bool {
        guard let ranges = shape.spec(key)?.type.ranges else { return true }
        switch value {
        case let duration as Duration: return ranges.duration?.contains(duration.nanoseconds) ?? true
        case let size as ByteCount: return ranges.size?.contains(size.bytes) ?? true
        case let rate as BitRate: return rate.bitsPerSecond > 0
        default: return true
        }
    }

    private mutating func unknown(_ member: JSONNode.Member) {
        let near = nearestName(to: member.key, among: shape.names)
        problems.append(
            Problem(
                code: "unknown-key", in: source, at: member.keyRange,
                message: "\"\(member.key)\" is not a key of \(shape.title)",
                fix: near.map { "did you mean \"\($0)\"?" } ?? "its keys are \(shape.names.joined(separator: ", "))"))
    }

    private mutating func missing(_ spec: KeySpec) {
        let start = node.range.lowerBound
        let example = spec.example.map { ", for example \($0)" } ?? ""
        problems.append(
            Problem(
                code: "missing-key", in: source, at: start..<start + 1,
                message: "\(shape.title) needs \"\(spec.key)\"\(example)"))
    }
}

extension KeyType {
    /// What one end of a band, or the value itself, should look like.
    fileprivate var wantedQuantity: String {
        switch self {
        case .list(let element): element.wantedQuantity
        case .either(let types, let words):
            types.count == 2 && types.allSatisfy { if case .list = $0 { false } else { true } }
                ? words : types.first?.wantedQuantity ?? words
        default: wanted
        }
    }

    /// What a duration and a size of this type may be.
    fileprivate var ranges: (duration: ClosedRange<Int64>?, size: ClosedRange<Int64>?) {
        switch self {
        case .duration(let range): (range, nil)
        case .size(let range): (nil, range)
        case .list(let element): element.ranges
        case .either(let types, _):
            (types.lazy.compactMap(\.ranges.duration).first, types.lazy.compactMap(\.ranges.size).first)
        default: (nil, nil)
        }
    }
}
