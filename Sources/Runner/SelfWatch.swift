import LinecheckCapture
import LinecheckProbes
import LinecheckQuantities
import LinecheckSockets

/// Makes the `self` record of each second: what this host did, so that the judge can suspect us.
struct SelfWatch {
    private let interface: String?
    private var ownCPU = KernelClock.processCPU
    private var machineBusy = MachineLoad.busy() ?? 0
    private var looked: RunInstant?
    private let processors = Int64(max(1, HostFacts.read().cpus))

    init(interface: String?) { self.interface = interface }

    mutating func check(_ engine: ProbeEngine, at now: RunInstant) -> SelfCheck {
        let (lateness, drops) = engine.takeSelfCheck()
        let cpu = KernelClock.processCPU
        let busy = MachineLoad.busy() ?? machineBusy
        // The kernel counts in ticks of 10 ms: what a short time seems to have too much belongs to the next.
        let most = looked.map { (now - $0).nanoseconds * processors } ?? .max
        let shown = max(0, min(busy - machineBusy, most))
        defer { (ownCPU, machineBusy, looked) = (cpu, machineBusy + shown, now) }
        let counters = interface.flatMap { InterfaceCounters.read(interface: $0) }
        return SelfCheck(
            at: now, ownCPU: .nanoseconds(cpu - ownCPU), machineBusy: .nanoseconds(shown),
            timerLateP99: lateness, interfaceReceived: counters?.received, interfaceSent: counters?.sent,
            localDrops: drops)
    }
}
