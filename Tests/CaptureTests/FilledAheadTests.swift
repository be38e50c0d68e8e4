import Glibc
import LinecheckThreads
import Testing

@Suite struct FilledAheadTests {
    /// Fills with its number, sooner or later.
    private func filled(threads: Int, depth: Int, count: Int) throws -> FilledAhead<Int> {
        try FilledAhead(threads: threads, depth: depth, empty: -1) {
            { number, storage in
                if number % 7 == 3 { usleep(50) }
                if number % 64 == 5 { usleep(500) }
                storage = number
                return number < count - 1
            }
        }
    }

    @Test(arguments: [(1, 1), (2, 2), (2, 4), (8, 3), (8, 16)])
    func `each comes in its turn, however many threads fill`(threads: Int, depth: Int) throws {
        let ahead = try filled(threads: threads, depth: depth, count: 5_000)
        let fill = ahead.fill()
        let taken = (0..<5_000).map { number in
            var storage = -2
            if number % 100 == 9 { usleep(300) }
            ahead.take(&storage, filling: fill)
            return storage
        }
        ahead.stop()
        let isInOrder = taken == Array(0..<5_000)
        #expect(isInOrder)
    }

    @Test func `storages go round and none is made on the way`() throws {
        let ahead = try FilledAhead(threads: 2, depth: 3, empty: [Int]()) {
            { number, storage in
                storage.append(number)
                return true
            }
        }
        let fill = ahead.fill()
        var storage: [Int] = []
        var uses = 0
        for number in 0..<400 {
            ahead.take(&storage, filling: fill)
            #expect(storage.last == number)
            uses += storage.count
        }
        ahead.stop()
        #expect(uses > 400 * 50, "each of four storages was used a hundred times")
    }

    @Test(arguments: 0..<12)
    func `whoever stops early waits for nobody`(taken: Int) throws {
        let ahead = try filled(threads: 4, depth: 4, count: .max)
        let fill = ahead.fill()
        var storage = -2
        for _ in 0..<taken { ahead.take(&storage, filling: fill) }
        ahead.stop()
        #expect(storage == (taken == 0 ? -2 : taken - 1))
    }
}
