/// Neighbouring attempts: times and the words of attempts, as stretches of a column.
package struct Neighbours: Sendable {
    package struct Stretch: Sendable {
        package var places: Range<Int>
        /// Its first attempt comes right after the last one of the stretch before.
        package var continues: Bool

        package init(places: Range<Int>, continues: Bool) {
            self.places = places
            self.continues = continues
        }
    }

    let times: CompactTimes
    let stretches: [Stretch]

    package init(_ times: CompactTimes, _ stretches: [Stretch]) {
        self.times = times
        self.stretches = stretches
    }
}
