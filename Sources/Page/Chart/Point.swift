/// A place in the units of the data.
struct Point: Equatable, Sendable {
    var x: Double
    var y: Double
}
