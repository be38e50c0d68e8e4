/// Lines that wait until it is known what becomes of them, one behind the other in one piece of memory.
struct HeldLines: ~Copyable {
    /// Where a line stands in the file; its number is counted from 1.
    struct Place {
        var number: Int
        var byteOffset: Int64
        fileprivate var start: Int
    }

    private(set) var places: [Place] = []
    private var bytes: [UInt8] = []

    /// Bytes of all of them, with what is kept of each besides.
    var size: Int { bytes.count + places.count * MemoryLayout<Place>.stride }

    mutating func append(_ line: ArraySlice<UInt8>, number: Int, byteOffset: Int64) {
        places.append(Place(number: number, byteOffset: byteOffset, start: bytes.count))
        bytes += line
    }

    subscript(index: Int) -> ArraySlice<UInt8> {
        let end = index + 1 < places.count ? places[index + 1].start : bytes.count
        return bytes[places[index].start..<end]
    }

    mutating func removeAll() {
        places.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }
}
