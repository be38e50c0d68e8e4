internal import LinecheckCapture
internal import LinecheckSockets

/// One question that is about to be asked.
struct Attempt {
    /// Counts through the run; never restarts.
    let number: Int64
    /// Which of its probe's sequences it belongs to.
    let course: Int
    /// ns.
    let timeout: Int64
    /// How late it is against the plan; nil when that is less than a millisecond.
    let delay: Duration?
}

/// What came of asking.
struct Asked {
    /// CLOCK_MONOTONIC just before the question left; nil when it did not leave.
    var sent: Int64?
    var findings: [Finding] = []
}

/// Something that became known.
enum Finding {
    /// An attempt of this course has its outcome.
    case settled(Sample, course: Int)
    /// A reply that settles nothing: late, duplicate.
    case seen(Record)
    /// A reply that belongs to nobody: which check failed, and who sent it.
    case foreign(reason: ForeignReason, from: String?)
}

/// A way to question one target. It is driven by the probe thread alone and never judges.
protocol Questioner: AnyObject {
    func ask(_ attempt: Attempt) -> Asked
    /// One of its descriptors has something to tell.
    func ready(_ descriptor: Int32) -> [Finding]
    /// The attempt's timeout has passed; what waits unread is looked at first.
    func expire(_ number: Int64) -> [Finding]
    /// Replies that this host's kernel dropped for want of room, so far.
    var drops: Int64 { get }
}

/// Registers a questioner's descriptors with the loop, so that their events find back to it.
struct Watch {
    let epoll: Epoll
    let lane: Int

    func input(_ descriptor: Int32) throws(SystemError) {
        try epoll.watch(input: descriptor, token: Self.token(lane: lane, descriptor))
    }

    func output(_ descriptor: Int32) throws(SystemError) {
        try epoll.watch(output: descriptor, token: Self.token(lane: lane, descriptor))
    }

    func changes(_ descriptor: Int32) throws(SystemError) {
        try epoll.watch(changes: descriptor, token: Self.token(lane: lane, descriptor))
    }

    static func token(lane: Int, _ descriptor: Int32) -> UInt64 {
        UInt64(lane) << 32 | UInt64(UInt32(bitPattern: descriptor))
    }

    static func split(_ token: UInt64) -> (lane: Int, descriptor: Int32) {
        (Int(token >> 32), Int32(truncatingIfNeeded: token))
    }
}
