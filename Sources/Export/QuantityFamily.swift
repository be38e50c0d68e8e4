import LinecheckExpressions

extension MetricQuantity {
    /// The name of its family and what its numbers are, one sentence without a full stop.
    var family: (name: String, help: String) {
        switch self {
        case .rtt:
            ("round_trip", "Time from the send stamp of an attempt to the receive stamp of its reply, by statistic")
        case .connect: ("connect", "Time of a TCP connect as a program sees it, by statistic")
        case .tls: ("tls", "Time of a TLS handshake, by statistic")
        case .resolve: ("resolve", "Time of looking up the hosts of redirects, by statistic")
        case .owdUp: ("owd_up", "Delay of questions by two clocks; only its changes mean anything")
        case .owdDown: ("owd_down", "Delay of answers by two clocks; only its changes mean anything")
        case .jitter: ("jitter", "Median of the differences between neighbouring round trips")
        case .ipdvMean: ("ipdv_mean", "Mean of the differences between neighbouring round trips")
        case .jitterRFC3550: ("jitter_rfc3550", "Smoothed difference of neighbouring round trips as in RFC 3550")
        case .pdvP95: ("pdv_p95", "95th percentile of round trips above the shortest one")
        case .minuteJitter: ("minute_jitter", "Jitter of each whole minute, by statistic")
        case .loss: ("loss", "Share of settled attempts that got no reply in time")
        case .sent: ("attempts", "Attempts that were settled: answered in time or lost")
        case .lost: ("lost", "Attempts that got no reply in time")
        case .late: ("late", "Attempts whose reply came after the timeout")
        case .duplicates: ("duplicates", "Replies to attempts that had one already")
        case .burst: ("burst", "The most attempts lost one after another")
        case .localErrors: ("local_errors", "Attempts that did not leave this host")
        case .recovery: ("recovery", "How long round trips stayed above the baseline after a load")
        case .rate: ("load_rate", "Body bytes a second that a load moved, by statistic")
        case .bytes: ("load_size", "Body bytes that a load moved in a phase")
        }
    }
}
