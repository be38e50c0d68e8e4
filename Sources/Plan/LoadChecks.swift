import LinecheckJSON
import LinecheckQuantities

/// What no host can load, or no run can hold valid. Otherwise it would show in the middle of a run, after a baseline that
/// was measured for nothing.
///
/// A capture's plan is not checked: it ran, well or badly, and has to be read.
struct LoadChecks {
    /// TCP_CA_NAME_MAX of <linux/tcp.h> with the byte that ends a name, and IFNAMSIZ of <linux/if.h>: both 16.
    private static let longestKernelName = 15
    /// What most servers take at most of one field, 8 kB with its name.
    private static let longestHeader = 8_000

    private(set) var problems: [Problem] = []

    /// - Parameter loads: as they were decoded from the merged ones.
    init(_ merged: MergedPlan, _ loads: [Load]) {
        for (load, decoded) in zip(merged.loads, loads) {
            // The halves of a load in both directions have everything in common but the URL.
            if load.half != .upload {
                checkURL(load["url"], of: load)
                checkWayOut(load)
                checkCongestion(load["congestion_control"])
                checkHeaders(load["headers"]?.fields ?? [])
                checkBudget(load)
                checkPace(load, decoded)
            }
            if load.half == .upload { checkURL(load["upload_url"], of: load) }
        }
        for probe in merged.probes {
            if probe["type"]?.node.string == "http" { checkURL(probe["target"], of: probe) }
            checkWayOut(probe)
        }
    }

    private mutating func add(_ field: Field, _ message: String, fix: String? = nil) {
        problems.append(field.problem("bad-value", message, fix: fix))
    }

    // MARK: Where to

    private mutating func checkURL(_ field: Field?, of object: MergedObject) {
        guard let field, let text = field.node.string, !holdsCredentials(text) else { return }
        if case .wrong(let words)? = URLAuthority(of: text) { add(field, words) }
        if text.lowercased().hasPrefix("http://"), case .bool(true)? = object["insecure"]?.node.content,
            let insecure = object["insecure"]
        {
            problems.append(
                insecure.keyWarning(
                    "misplaced-key", "\"insecure\" means nothing to an http URL: there is no certificate",
                    fix: "remove it, unless a redirect leads to https"))
        }
        guard Self.proxy(of: object) == nil else { return }
        checkFamily(of: object, host: text)
    }

    /// A proxy of the plan's own is who the packets go to.
    private static func proxy(of object: MergedObject) -> Field? {
        guard let field = object["proxy"], let text = field.node.string, text.contains("://") else { return nil }
        return field
    }

    private mutating func checkFamily(of object: MergedObject, host url: String) {
        guard case .host(let host, _)? = URLAuthority(of: url), let literal = IPLiteral.family(of: host) else { return }
        if let field = object["family"], let family = field.node.string.flatMap(AddressFamily.init(rawValue:)),
            family != .any, family != literal
        {
            add(
                field, "\(host) is an \(literal.displayName) address",
                fix: "write \"\(literal.rawValue)\", or a name in the URL")
        }
        if let field = object["source"], let source = field.node.string.flatMap({ IPLiteral.family(of: $0) }),
            source != literal
        {
            add(field, "from an \(source.displayName) address nothing goes to \(host)")
        }
    }

    // MARK: The way out

    private mutating func checkWayOut(_ object: MergedObject) {
        if let field = object["source"], let text = field.node.string {
            let family = object["family"]?.node.string.flatMap(AddressFamily.init(rawValue:)) ?? .any
            if let source = IPLiteral.family(of: text) {
                if family != .any, family != source {
                    add(field, "\(text) is an \(source.displayName) address, and \"family\" is \(family.rawValue)")
                }
            } else {
                add(field, "\"\(text)\" is no address", fix: "write a numeric address of this host")
            }
        }
        if let field = object["interface"], let text = field.node.string, !isKernelName(text) || text.contains("/") {
            add(
                field, "no interface has this name", fix: "at most 15 characters without a space, like \"eth0\""
            )
        }
        guard let proxy = Self.proxy(of: object), let text = proxy.node.string, !text.contains("@") else { return }
        if case .wrong(let words)? = URLAuthority(of: text) { add(proxy, words) }
        checkFamily(of: object, host: text)
    }

    private mutating func checkCongestion(_ field: Field?) {
        guard let field, let text = field.node.string, !isKernelName(text) else { return }
        add(field, "no congestion control has this name", fix: "at most 15 characters without a space, like \"bbr\"")
    }

    /// Not empty, printable, no white space, and short enough.
    private func isKernelName(_ text: String) -> Bool {
        (1...Self.longestKernelName).contains(text.utf8.count) && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    }

    // MARK: What is asked

    private mutating func checkHeaders(_ fields: [Field]) {
        var seen: Set<String> = []
        for field in fields {
            guard let value = field.node.string else { continue }
            let name = field.key.lowercased()
            guard seen.insert(name).inserted else {
                problems.append(
                    field.keyProblem(
                        "bad-value", "\"\(field.key)\" is there twice: names of header fields have no case",
                        fix: "remove one"))
                continue
            }
            if let words = Self.harm(of: name) {
                problems.append(field.keyProblem("bad-value", "\"\(field.key)\" \(words)", fix: "remove it"))
            } else if field.key.utf8.count + value.utf8.count > Self.longestHeader {
                add(
                    field, "\(value.utf8.count) bytes are more than servers take", fix: "a field has at most 8000 bytes"
                )
            } else if value.utf8.contains(where: { $0 >= 0x80 }) {
                // RFC 9110 §5.5.
                add(field, "a header field's value is ASCII", fix: "write it in ASCII")
            }
        }
    }

    /// Fields that make a response something else than the body that a load counts.
    private static func harm(of name: String) -> String? {
        switch name {
        case "accept-encoding": "is set by the load itself, so that bodies come as they are"
        // RFC 9110 §14.2 and §13.1.
        case "range": "asks for a part, and a load takes whole bodies"
        case "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range":
            "asks for a body under a condition, and a load takes it always"
        default: nil
        }
    }

    private mutating func checkBudget(_ load: MergedObject) {
        let least = load["at_least"]?.node.string ?? PlanTable.load.spec("at_least")?.fallback
        guard let field = load["budget"], let text = field.node.string, let budget = try? ByteCount(text: text),
            let least = least.flatMap({ try? ByteCount(text: $0) }), budget.bytes < least.bytes
        else { return }
        add(
            field,
            "a budget of \(budget.text) is spent before \"at_least\", \(least.text), is moved: no load would be valid",
            fix: "raise it, or write a smaller \"at_least\"")
    }

    private mutating func checkPace(_ object: MergedObject, _ load: Load) {
        guard let field = object["streams"], !load.growsStreams, let pace = load.pace, load.streams > load.streamsFed
        else { return }
        let fed = load.streamsFed
        problems.append(
            field.warning(
                "unfed-streams",
                "a pace of \(pace.text) feeds \(fed) of \(load.streams) streams, and no more are opened",
                fix: "write \(fed)"))
    }
}
