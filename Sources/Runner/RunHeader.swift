import LinecheckCapture
import LinecheckJSON
import LinecheckPlan
import LinecheckQuantities
import LinecheckRules
import LinecheckSockets

/// Makes the header of a run's capture.
enum RunHeader {
    static func make(_ request: RunRequest, network: NetworkFacts) -> Header {
        let host = HostFacts.read()
        let plan = request.plan.json
        let rules = request.rules?.json ?? .null
        return Header(
            id: randomID(), software: request.software,
            started: WallTime(nanosecondsSinceEpoch: KernelClock.realtime).text, clock: "CLOCK_MONOTONIC",
            host: Header.Host(os: host.os, kernel: host.kernel, arch: host.arch, cpus: host.cpus),
            network: request.isLoopback ? Header.Network(interface: "lo", link: "loopback") : network.header,
            options: request.options, planSource: request.planSource, plan: plan, rules: rules,
            planSHA256: SHA256.hex(plan.canonicalBytes), rulesSHA256: SHA256.hex(rules.canonicalBytes),
            loopback: request.isLoopback)
    }

    private static func randomID() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let text = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }.joined()
    }
}

extension NetworkFacts {
    fileprivate var header: Header.Network {
        Header.Network(
            interface: interface, link: link.rawValue, gateway: gateway?.host, resolver: resolver?.host, mtu: mtu,
            signal: signal, bitRate: bitRate)
    }
}
