/// The longest loss period: how many attempts one after another got no reply in time (RFC 3357 §4 defines the period, §6.3 its
/// length).
///
/// Only a reply ends a period. An attempt that never left this host is no part of the stream and is passed over, so it cannot
/// make a period look shorter than it was.
///
/// - Parameter answered: by attempt, in the order of their sequence numbers.
/// - Returns: 0 when each was answered. One reply fewer never lowers it.
package func longestLossPeriod(_ answered: [Bool]) -> Int {
    var longest = 0
    var current = 0
    for isAnswered in answered {
        current = isAnswered ? 0 : current + 1
        longest = max(longest, current)
    }
    return longest
}
