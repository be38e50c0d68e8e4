import LinecheckQuantities

/// What points a plan at a line: values for the variables that the bundled plans have.
extension LabNetwork {
    /// - Parameter variables: the names that the plan has; others are left out.
    public func settings(for variables: [String]) -> [(name: String, value: String)] {
        let base = "http://\(addresses.serverHost):\(Self.serverPort)"
        let values = [
            ("gateway", addresses.gateway), ("internet", addresses.server), ("internet2", addresses.wellKnown[1]),
            ("tcp", "\(addresses.serverHost):\(Self.serverPort)"),
            ("download", "\(base)/__down?bytes=\(line.server.request.bytes)"), ("upload", "\(base)/__up"),
            ("host", addresses.server), ("server", "\(addresses.serverHost):\(Self.serverPort)"),
        ]
        return values.filter { variables.contains($0.0) }.map { (name: $0.0, value: $0.1) }
    }
}
