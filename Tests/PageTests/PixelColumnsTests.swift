import Testing

@testable import LinecheckPage

struct PixelColumnsTests {
    private func points(_ count: Int) -> [Point] {
        var random = SystemRandomNumberGenerator()
        return (0..<count).map { Point(x: Double($0), y: Double.random(in: 0...1, using: &random)) }
    }

    @Test func `few points are drawn as they are`() {
        let few = points(100)
        let columns = PixelColumns(few, in: 0...100, columns: 50)
        #expect(columns.points == few)
        #expect(columns.densest == 1)
    }

    @Test func `of each column the first, the last and both extremes are kept, in their order`() {
        let many = points(16_384)
        let columns = PixelColumns(many, in: 0...16_384, columns: 1_024)
        #expect(columns.densest == 16)
        #expect(columns.points.count <= 4 * 1_024)
        #expect(zip(columns.points, columns.points.dropFirst()).allSatisfy { $0.x < $1.x })
        for column in 0..<1_024 {
            let inside = { (point: Point) in Int(point.x / 16) == column }
            let (all, kept) = (many.filter(inside), columns.points.filter(inside))
            #expect(kept.map(\.y).max() == all.map(\.y).max())
            #expect(kept.map(\.y).min() == all.map(\.y).min())
            #expect(kept.first == all.first && kept.last == all.last)
        }
    }

    @Test func `one slow reply among an hour of quick ones is in the drawing`() {
        var many = (0..<18_000).map { Point(x: Double($0), y: 14) }
        many[7_777].y = 900
        #expect(PixelColumns(many, in: 0...18_000, columns: 300).points.contains(many[7_777]))
    }
}
