/// Whose part of the way it is, as the answers of the bundled rules tell.
enum Culprit: String, CaseIterable {
    case uplinkQueue = "uplink-queue"
    case downstream = "isp-downstream"
    case modemOrLine = "modem-or-line"
    case localQueue = "local-queue"
    case weakLink = "weak-link"
    case lossBeyond = "loss-beyond"
    case fewLost = "few-lost"
    case beyondGateway = "beyond-gateway"
    case undetermined
}
