import Glibc
import LinecheckSockets
import Synchronization

/// Work on many captures, on all cores.
enum OnAllCores {
    /// One result for each path, in the order of the paths.
    static func map<Result: Sendable>(
        _ paths: [String], _ make: @escaping @Sendable (String) -> Result
    ) -> [Result] {
        let work = Work(paths, make)
        let cores = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        // A thread that the kernel does not give is no loss: the others take its share.
        let threads = (1..<max(1, min(paths.count, cores))).compactMap { number in
            try? KernelThread(name: "worker-\(number)") { work.run() }
        }
        work.run()
        for thread in threads { thread.join() }
        return work.results
    }
}

/// Captures that several threads judge, each taking the next.
private final class Work<Result: Sendable>: Sendable {
    private let paths: [String]
    private let make: @Sendable (String) -> Result
    private let next = Atomic<Int>(0)
    private let made: Mutex<[Result?]>

    init(_ paths: [String], _ make: @escaping @Sendable (String) -> Result) {
        self.paths = paths
        self.make = make
        made = Mutex(Array(repeating: nil, count: paths.count))
    }

    var results: [Result] { made.withLock { $0.compactMap(\.self) } }

    func run() {
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < paths.count else { return }
            let result = make(paths[index])
            made.withLock { $0[index] = result }
        }
    }
}
