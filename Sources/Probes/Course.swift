/// One sequence of a probe: from its start to the settling of its last attempt.
struct Course {
    var schedule: SendSchedule
    /// ns.
    let timeout: Int64
    /// Attempts in all; nil: until it is stopped.
    let count: Int?
    var sent = 0
    /// Attempts that are not settled.
    var open = 0
    var isStopped = false

    var mayStillSend: Bool { !isStopped && sent < count ?? .max }

    /// A counted sequence has sent all its attempts and knows what became of each. One that was stopped is never done:
    /// its probe may run in the next phase already, and its end would be taken for that one's.
    var isDone: Bool { open == 0 && !isStopped && count.map { sent >= $0 } ?? false }
}

/// All that the loop keeps of one probe at one target.
struct Lane {
    let probe: String
    let questioner: any Questioner
    var courses: [Int: Course] = [:]
    var tally = ForeignTally()
    /// What its questioner said last.
    var drops: Int64 = 0

    var isIdle: Bool { courses.values.allSatisfy { $0.open == 0 && !$0.mayStillSend } }
}
