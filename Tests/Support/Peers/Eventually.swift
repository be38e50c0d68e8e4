import Glibc
import LinecheckQuantities
import LinecheckSockets

/// Whether the condition came true in time; looks each 5 ms.
package func eventually(_ limit: Duration = .seconds(10), _ condition: () -> Bool) -> Bool {
    let deadline = KernelClock.monotonic + limit.nanoseconds
    while KernelClock.monotonic < deadline {
        if condition() { return true }
        usleep(5_000)
    }
    return condition()
}

package func pause(_ duration: Duration) { usleep(UInt32(duration.nanoseconds / 1_000)) }
