/// Fewer points that draw the same line: of each pixel column the first, the lowest, the highest and the last.
///
/// That is the M4 aggregation (Jugel, Jerzak, Hackenbroich and Markl, "M4: A Visualization-Oriented Time Series Data
/// Aggregation", PVLDB 7(10), 2014), which proves the raster image unchanged; above all it keeps every extreme.
struct PixelColumns {
    private(set) var points: [Point]
    /// The most points that one column stood for; 1 when nothing was left out.
    private(set) var densest = 1

    /// - Parameters:
    ///   - points: ascending in x.
    ///   - columns: over the whole of `range`.
    init(_ points: [Point], in range: ClosedRange<Double>, columns: Int) {
        self.points = points
        let width = range.upperBound - range.lowerBound
        guard points.count > 4 * columns, width > 0 else { return }
        self.points = []
        var start = 0
        while start < points.count {
            let column = Self.column(points[start].x, range, columns)
            var end = start + 1
            while end < points.count, Self.column(points[end].x, range, columns) == column { end += 1 }
            densest = max(densest, end - start)
            self.points += Self.corners(points[start..<end])
            start = end
        }
    }

    private static func column(_ x: Double, _ range: ClosedRange<Double>, _ columns: Int) -> Int {
        Int((x - range.lowerBound) / (range.upperBound - range.lowerBound) * Double(columns))
    }

    private static func corners(_ slice: ArraySlice<Point>) -> [Point] {
        guard slice.count > 4 else { return Array(slice) }
        let lowest = slice.indices.min { slice[$0].y < slice[$1].y } ?? slice.startIndex
        let highest = slice.indices.max { slice[$0].y < slice[$1].y } ?? slice.startIndex
        let kept: Set = [slice.startIndex, lowest, highest, slice.endIndex - 1]
        return kept.sorted().map { slice[$0] }
    }
}
