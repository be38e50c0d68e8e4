import LinecheckJSON

extension Header: Fields {
    static var blank: Header {
        Header(
            id: "", software: .blank, started: "", clock: "", host: .blank, network: .blank, options: [],
            planSource: "", plan: .null, rules: .null, planSHA256: "", rulesSHA256: "")
    }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.count("version", &version)
        try fields.text("id", &id)
        try fields.group("software", &software)
        try fields.text("started", &started)
        try fields.text("clock", &clock)
        try fields.group("host", &host)
        try fields.group("network", &network)
        try visitOptions(&fields)
        try fields.text("plan_source", &planSource)
        try fields.json("plan", &plan)
        try fields.json("rules", &rules)
        try fields.text("plan_sha256", &planSHA256)
        try fields.text("rules_sha256", &rulesSHA256)
    }

    /// Lists and flags are always written; where they are absent they are empty and false.
    private mutating func visitOptions<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        var typed: [String]? = options
        var onLoopback: Bool? = loopback
        var needed: [String]? = requires
        try fields.texts("options", &typed)
        try fields.flag("loopback", &onLoopback)
        try fields.texts("requires", &needed)
        options = typed ?? []
        loopback = onLoopback ?? false
        requires = needed ?? []
        // Written only where it is true: what no run writes shall not change what runs write.
        var redacted: Bool? = isRedacted ? true : nil
        try fields.flag("redacted", &redacted)
        isRedacted = redacted ?? false
        var unverified: Bool? = isUnverified ? true : nil
        try fields.flag("unverified", &unverified)
        isUnverified = unverified ?? false
    }
}

extension Header.Software: Fields {
    static var blank: Header.Software { Header.Software(name: "", version: "", revision: "") }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.text("name", &name)
        try fields.text("version", &version)
        try fields.text("revision", &revision)
    }
}

extension Header.Host: Fields {
    static var blank: Header.Host { Header.Host(os: "", kernel: "", arch: "", cpus: 0) }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.text("os", &os)
        try fields.text("kernel", &kernel)
        try fields.text("arch", &arch)
        try fields.count("cpus", &cpus)
    }
}

extension Header.Network: Fields {
    static var blank: Header.Network { Header.Network() }

    mutating func visit<V: FieldVisitor>(_ fields: inout V) throws(V.Failure) {
        try fields.text("interface", &interface)
        try fields.text("link", &link)
        try fields.text("gateway", &gateway)
        try fields.text("resolver", &resolver)
        try fields.count("mtu", &mtu)
        var power = signal.map { Int64($0) }
        try fields.integer("signal", &power)
        signal = power.map { Int($0) }
        try fields.count("bit_rate", &bitRate)
    }
}
