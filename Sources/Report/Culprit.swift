/// Whose part of the way it is, as the answers of the bundled rules tell.
enum Culprit: String, CaseIterable {
    case uplinkQueue = "uplink-queue"
    case downstream = "isp-downstream"
    case modemOrLine = "modem-or-line"
    case localQueue = "local-queue"
    case weakLink = "weak-link"
    /// The gateway is late or uneven with its own replies, and what it forwards is not.
    case unevenGateway = "uneven-gateway"
    case lossBeyond = "loss-beyond"
    case fewLost = "few-lost"
    /// The gateway forwards and answers no pings itself, as many do on purpose.
    case silentGateway = "silent-gateway"
    /// Neither probes nor loads got an answer from beyond the gateway.
    case nothingBeyond = "nothing-beyond"
    /// So it was from some phase on, and not before.
    case wentDark = "went-dark"
    case beyondGateway = "beyond-gateway"
    case undetermined
}
