import LinecheckExpressions
import Testing

@Suite struct TruthTests {
    /// Kleene's strong tables: rows and columns are true, false, unknown.
    let and: [[Truth]] = [[.yes, .no, .unknown], [.no, .no, .no], [.unknown, .no, .unknown]]
    let or: [[Truth]] = [[.yes, .yes, .yes], [.yes, .no, .unknown], [.yes, .unknown, .unknown]]

    @Test func `and and or are Kleene's`() {
        for (row, left) in Truth.allCases.enumerated() {
            for (column, right) in Truth.allCases.enumerated() {
                #expect(Truth.and(left, right) == and[row][column])
                #expect(Truth.or(left, right) == or[row][column])
            }
        }
        #expect(Truth.allCases.map(Truth.not) == [.no, .yes, .unknown])
    }

    @Test(arguments: [
        ("network.link == 'wifi' and internet.idle.loss < 2%", Truth.no),
        ("network.link == 'wifi' or internet.idle.loss < 2%", .unknown),
        ("network.link == 'ethernet' or internet.idle.loss < 2%", .yes),
        ("not (internet.idle.loss < 2%)", .unknown), ("internet.idle.loss <= 100%", .yes),
        ("internet.idle.loss < 0%", .no),
    ])
    func `a condition is known when what is missing cannot change it`(text: String, expected: Truth) throws {
        #expect(try truth(text, Table(link: "ethernet")) == expected)
    }

    @Test(arguments: [
        (Relation.less, Interval(1, 2), Interval(2, 3), Truth.unknown), (.less, Interval(1, 2), Interval(3, 3), .yes),
        (.less, Interval(3, 4), Interval(3, 3), .no), (.lessOrEqual, Interval(1, 3), Interval(3, 3), .yes),
        (.greaterOrEqual, Interval(2e9, .infinity), Interval(point: 3e7), .yes),
        (.greater, Interval(0, .infinity), Interval(point: 3e7), .unknown),
        (.equal, Interval(point: 5), Interval(point: 5), .yes), (.equal, Interval(1, 2), Interval(3, 4), .no),
        (.equal, Interval(1, 3), Interval(2, 4), .unknown), (.notEqual, Interval(1, 2), Interval(3, 4), .yes),
    ])
    func `a comparison holds when it holds for every value`(
        relation: Relation, left: Interval, right: Interval, expected: Truth
    ) {
        #expect(relation.holds(left, right) == expected)
    }
}
