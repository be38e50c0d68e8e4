/// Points added up over components.
public struct ScoreRule: Equatable, Sendable {
    /// Best first; the last has no threshold.
    public var ratings: [Rating]
    public var components: [Component]

    public struct Rating: Equatable, Sendable {
        public var rating: String
        /// Points; nil: everything below the others.
        public var atLeast: Int?
    }

    public struct Component: Equatable, Sendable {
        public var name: String
        public var title: String
        /// The most points it gives; the least is 0.
        public var max: Int
        /// Added up, then clamped.
        public var inputs: [Input]
    }

    /// A value sorted into steps of points.
    public struct Input: Equatable, Sendable {
        /// A quantity or a grade.
        public var formula: Formula
        /// False: it gives nothing. nil: it always counts.
        public var condition: Formula?
        public var steps: [Step]
    }

    public struct Step: Equatable, Sendable {
        /// nil: everything that no step above took.
        public var threshold: Threshold?
        /// Negative points are taken away.
        public var points: Int
    }

    public var most: Int { components.reduce(0) { $0 + $1.max } }
}
