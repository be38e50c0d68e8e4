import LinecheckCapture
import LinecheckProbes
import LinecheckQuantities
import LinecheckSockets

/// Makes the `self` record of each second: what this host did, so that the judge can suspect us.
struct SelfWatch {
    private let interface: String?
    private var ownCPU = KernelClock.processCPU
    private var machine: MachineWatch

    init(interface: String?) {
        self.interface = interface
        machine = MachineWatch(busy: MachineLoad.busy(), processors: HostFacts.read().cpus)
    }

    mutating func check(_ engine: ProbeEngine, at now: RunInstant) -> SelfCheck {
        let (lateness, drops) = engine.takeSelfCheck()
        let cpu = KernelClock.processCPU
        defer { ownCPU = cpu }
        let counters = interface.flatMap { InterfaceCounters.read(interface: $0) }
        return SelfCheck(
            at: now, ownCPU: .nanoseconds(cpu - ownCPU), machineBusy: machine.next(MachineLoad.busy(), at: now),
            timerLateP99: lateness, interfaceReceived: counters?.received, interfaceSent: counters?.sent,
            localDrops: drops)
    }
}
