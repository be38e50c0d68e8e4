internal import LinecheckCapture
internal import LinecheckPlan
internal import LinecheckQuantities
internal import LinecheckSockets

/// The body of a probe thread: waits for sockets, the timer and commands, in that order of precedence.
final class ProbeLoop {
    /// What its probes ask by.
    enum Kind {
        /// Single packets, whose times the kernel takes and which have to leave on time.
        case packets
        /// Conversations, whose handshakes take a millisecond of processor time each.
        case conversations
    }

    private let kind: Kind
    private let clock: RunClock
    private let options: ProbeEngine.Options
    private let inbox: Inbox
    private let sink: @Sendable (Record) -> Void
    private let onEvent: @Sendable (ProbeEvent) -> Void

    private let epoll: Epoll
    private let timer: TimerDescriptor
    /// Held, not used. Without it the samples say that their times are the program's.
    private let stamps: ReceiveStamps?
    private var armedFor: Int64?
    private var agenda = Agenda()
    /// Grows by one for each probe and target; a lane stays until the end, since late replies may still come.
    private var lanes: [Lane] = []
    /// The lane and course that send for a probe's name.
    private var current: [String: (pin: Pin, lane: Int, course: Int)] = [:]
    private var nextNumber: [String: Int64] = [:]
    private var nextCourse = 0
    private var isIdleAwaited = false
    private var isEnding = false
    private var suspension = SuspensionWatch()
    private var dropsReadAt = Int64.min
    private var dropsLane = 0
    private var dropsTotal: Int64 = 0

    /// What two sequences of a probe must have in common to share a socket.
    private struct Pin: Equatable {
        let target: PinnedTarget
        let kind: Probe.Kind
        let exchange: ProbeExchange
        let interface: String?
        let source: String?
    }

    /// Tokens of the loop's own descriptors; lanes count from 0 and never get this far.
    private static let timerToken = UInt64.max
    private static let inboxToken = UInt64.max - 1
    /// A send later than this against the plan says so in its sample.
    private static let tellDelay: Int64 = 1_000_000

    init(
        _ kind: Kind, clock: RunClock, options: ProbeEngine.Options, inbox: Inbox,
        sink: @escaping @Sendable (Record) -> Void,
        onEvent: @escaping @Sendable (ProbeEvent) -> Void
    ) throws(SystemError) {
        self.kind = kind
        self.clock = clock
        self.options = options
        self.inbox = inbox
        self.sink = sink
        self.onEvent = onEvent
        epoll = try Epoll()
        timer = try TimerDescriptor()
        stamps = kind == .packets ? try? ReceiveStamps() : nil
        try epoll.watch(input: timer.number, token: Self.timerToken)
        try epoll.watch(input: inbox.wake.number, token: Self.inboxToken)
    }

    func run() {
        // Without the right to it the thread stays an ordinary one, and `delay` tells of the difference.
        if kind == .packets { KernelThread.raisePriority() }
        while !isEnding {
            do {
                try arm()
                try turn(epoll.wait())
            } catch {
                // Only a defect in this loop makes these calls fail; it must not pass for a silent network.
                for lane in lanes { onEvent(.failed(probe: lane.probe, reason: error.description)) }
                break
            }
        }
        for index in lanes.indices { for entry in lanes[index].tally.takeAll() { tell(entry, lane: index) } }
    }

    private func arm() throws(SystemError) {
        guard agenda.next != armedFor else { return }
        armedFor = agenda.next
        try timer.arm(at: armedFor)
    }

    private func turn(_ events: [Epoll.Readiness]) {
        if kind == .packets, let slept = suspension.check() { onEvent(.suspended(for: slept)) }
        var hasCommands = false
        // Replies before timeouts: what came in time must not be declared lost because we were late.
        for event in events {
            switch event.token {
            case Self.timerToken:
                timer.acknowledge()
                armedFor = nil
            case Self.inboxToken: hasCommands = true
            default:
                let (lane, descriptor) = Watch.split(event.token)
                take(lanes[lane].questioner.ready(descriptor), lane: lane)
            }
        }
        while let task = agenda.take(due: KernelClock.monotonic) { perform(task) }
        if hasCommands { for command in inbox.take() { perform(command) } }
        readDrops()
        tellIfIdle()
    }

    private func perform(_ task: Agenda.Task) {
        switch task {
        case .send(let lane, let course): send(lane: lane, course: course)
        case .expire(let lane, let number): take(lanes[lane].questioner.expire(number), lane: lane)
        case .tell(let lane):
            if let entry = lanes[lane].tally.take(at: KernelClock.monotonic) { tell(entry, lane: lane) }
            if let next = lanes[lane].tally.next { agenda.add(.tell(lane: lane), at: next) }
        }
    }

    private func perform(_ command: Inbox.Command) {
        switch command {
        case .start(let probe, let target): start(probe, at: target)
        case .stop(let name): stop(name)
        case .stopAll:
            for name in current.keys.sorted() { stop(name) }
            isIdleAwaited = true
        case .shutdown: isEnding = true
        }
    }

    // MARK: - Sequences

    private func start(_ probe: Probe, at target: PinnedTarget) {
        stop(probe.name)
        let pin = Pin(
            target: target, kind: probe.kind, exchange: probe.exchange, interface: probe.interface,
            source: probe.source)
        let known = current[probe.name].flatMap { $0.pin == pin ? $0.lane : nil }
        guard let lane = known ?? addLane(probe, at: target) else { return }
        let now = KernelClock.monotonic
        let course = nextCourse
        nextCourse += 1
        lanes[lane].courses[course] = Course(
            schedule: SendSchedule(start: now, interval: probe.interval.nanoseconds),
            timeout: probe.timeout.nanoseconds, count: probe.count)
        current[probe.name] = (pin, lane, course)
        perform(.send(lane: lane, course: course))
    }

    private func addLane(_ probe: Probe, at target: PinnedTarget) -> Int? {
        let watch = Watch(epoll: epoll, lane: lanes.count)
        do {
            let questioner: any Questioner =
                switch probe.kind {
                case .ping, .udp: try echo(probe, at: target, watch)
                case .tcp: TCPQuestioner(probe, at: target, clock: clock, watch: watch)
                case .dns where probe.exchange.transport == .udp:
                    DNSQuestioner(probe, at: target, clock: clock, watch: watch)
                case .dns, .tls, .http:
                    ConversationQuestioner(probe, at: target, clock: clock, watch: watch, trust: options.trust)
                }
            lanes.append(Lane(probe: probe.name, questioner: questioner))
            return lanes.count - 1
        } catch {
            let reason =
                probe.kind == .ping
                ? PingPermission.explain(error, family: target.address.family)
                : "\(target.address.text) cannot be asked: \(error)"
            onEvent(.failed(probe: probe.name, reason: reason))
            return nil
        }
    }

    private func echo(
        _ probe: Probe, at target: PinnedTarget, _ watch: Watch
    ) throws(SystemError) -> any Questioner {
        let source = probe.source == nil ? nil : target.source
        if probe.kind == .udp {
            let wire = try UDPWire(to: target.address, interface: probe.interface, source: source)
            return try EchoQuestioner(probe.name, at: target, by: wire, clock: clock, watch: watch)
        }
        let wire = try PingWire(
            to: target.address, kind: options.socketKind, interface: probe.interface, source: source)
        return try EchoQuestioner(probe.name, at: target, by: wire, clock: clock, watch: watch)
    }

    private func stop(_ name: String) {
        guard let (_, lane, course) = current[name] else { return }
        lanes[lane].courses[course]?.isStopped = true
        drop(course, of: lane)
    }

    /// A course with nothing in flight that will not send again is forgotten.
    private func drop(_ course: Int, of lane: Int) {
        guard let state = lanes[lane].courses[course], state.open == 0, !state.mayStillSend else { return }
        lanes[lane].courses[course] = nil
        if state.isDone { onEvent(.done(probe: lanes[lane].probe)) }
    }

    private func send(lane: Int, course: Int) {
        guard var state = lanes[lane].courses[course], state.mayStillSend else { return }
        let now = KernelClock.monotonic
        let late = now - state.schedule.next
        let turn = state.schedule.turn(at: now)
        if turn != .early { inbox.note(lateness: late) }
        guard case .send = turn else {
            lanes[lane].courses[course] = state
            agenda.add(.send(lane: lane, course: course), at: state.schedule.next)
            return
        }
        state.sent += 1
        state.open += 1
        lanes[lane].courses[course] = state
        if state.mayStillSend { agenda.add(.send(lane: lane, course: course), at: state.schedule.next) }

        let name = lanes[lane].probe
        let number = nextNumber[name] ?? options.firstNumber
        nextNumber[name] = number + 1
        let attempt = Attempt(
            number: number, course: course, timeout: state.timeout,
            delay: late > Self.tellDelay ? .nanoseconds(late) : nil)
        let asked = lanes[lane].questioner.ask(attempt)
        if let sent = asked.sent { agenda.add(.expire(lane: lane, number: number), at: sent + state.timeout) }
        take(asked.findings, lane: lane)
    }

    // MARK: - Findings

    private func take(_ findings: [Finding], lane: Int) {
        for finding in findings {
            switch finding {
            case .settled(let sample, let course):
                sink(.sample(sample))
                lanes[lane].courses[course]?.open -= 1
                drop(course, of: lane)
            case .seen(let record): sink(record)
            case .foreign(let reason, let from):
                let wasQuiet = lanes[lane].tally.next == nil
                if let entry = lanes[lane].tally.note(reason, from: from, at: KernelClock.monotonic) {
                    tell(entry, lane: lane)
                } else if wasQuiet, let next = lanes[lane].tally.next {
                    agenda.add(.tell(lane: lane), at: next)
                }
            }
        }
    }

    private func tell(_ entry: ForeignTally.Entry, lane: Int) {
        sink(
            .foreign(
                ForeignReply(
                    at: clock.now, probe: lanes[lane].probe, from: entry.from, reason: entry.reason.rawValue,
                    count: entry.count)))
    }

    private func tellIfIdle() {
        guard isIdleAwaited, lanes.allSatisfy(\.isIdle) else { return }
        isIdleAwaited = false
        for index in lanes.indices { for entry in lanes[index].tally.takeAll() { tell(entry, lane: index) } }
        onEvent(.idle)
    }

    /// Drops happen while we do not read, so there is no hurry to learn of them: of thousands of lanes a few at a time.
    private func readDrops() {
        let now = KernelClock.monotonic
        guard !lanes.isEmpty, now > dropsReadAt &+ 200_000_000 || dropsReadAt == .min else { return }
        dropsReadAt = now
        for _ in 0..<min(lanes.count, Self.lanesAtOnce) {
            dropsLane = (dropsLane + 1) % lanes.count
            let drops = lanes[dropsLane].questioner.drops
            dropsTotal += drops - lanes[dropsLane].drops
            lanes[dropsLane].drops = drops
        }
        inbox.note(drops: dropsTotal)
    }

    private static let lanesAtOnce = 256
}
