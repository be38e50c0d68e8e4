import LinecheckQuantities

extension CaptureReader {
    /// Decodes and checks a line; nil when it was noted as damage and is passed over.
    mutating func take(_ line: LineSource.Line) throws(Damage) -> Record? {
        guard let version = header?.version else { return .header(try takeHeader(line)) }
        let number = integrity.lines + 1
        switch decode(line, version: version) {
        case .failure where !line.isTerminated:
            damages.append(torn(line, number))
            return nil
        case .failure(let malformed):
            cover(line)
            try note(.malformed, line, lines: number...number, malformed.reason)
            return nil
        case .success(let record):
            if case .header = record {
                cover(line)
                try note(
                    .malformed, line, lines: number...number,
                    "a second header: two captures stand in one file, and only the first is read")
                return nil
            }
            let fault = checked(record, line)
            guard try isInPlace(record, line) else { return nil }
            latest = max(latest, record.instant ?? latest)
            clocks.note(record)
            try report(fault, of: record, line)
            return record
        }
    }

    /// What is not known when the reading is over: a capture without an end says so.
    mutating func conclude() {
        guard end == nil else { return concludeCompression() }
        guard !damages.contains(where: { $0.kind == .torn }) else { return }
        damages.append(
            Damage(
                .truncated, file: name, line: integrity.lines, byteOffset: source.offset, span: latest...latest,
                reason: "the capture stops here without an end record: the run was killed, or the file was cut"))
    }

    /// All records are there, each vouched for by a checkpoint; only the compression around them stops before its own checksum.
    private mutating func concludeCompression() {
        guard source.isCutShort, damages.isEmpty else { return }
        damages.append(
            Damage(
                .truncated, file: name, line: integrity.lines, byteOffset: source.offset, span: latest...latest,
                reason:
                    "the gzip compression stops here before its own checksum and length: the file was cut behind its "
                    + "records"))
    }

    /// From the last checkpoint that fitted to the latest time seen.
    var doubtfulSpan: ClosedRange<RunInstant> { integrity.verified.at...max(latest, integrity.verified.at) }

    private mutating func takeHeader(_ line: LineSource.Line) throws(Damage) -> Header {
        let name = name
        let read: Result<Header, Damage> = source.buffer.withUnsafeBufferPointer { buffer in
            do throws(Damage) {
                return .success(try FirstLine.header(UnsafeBufferPointer(rebasing: buffer[line.range]), file: name))
            } catch {
                return .failure(error)
            }
        }
        switch read {
        case .success(let found):
            header = found
            clocks.begin(found)
            cover(line)
            return found
        case .failure where !line.isTerminated && FirstLine.isBeginning(source.buffer[line.range]):
            throw Damage(
                .torn, file: name, line: 1, reason: "the capture stops inside its header, so nothing can be judged")
        case .failure(let damage): throw damage
        }
    }

    private func decode(_ line: LineSource.Line, version: Int) -> Result<Record, MalformedRecord> {
        source.buffer.withUnsafeBufferPointer { buffer in
            do throws(MalformedRecord) {
                let bytes = UnsafeBufferPointer(rebasing: buffer[line.range])
                return .success(try RecordDecoder.decode(bytes, version: version))
            } catch {
                return .failure(error)
            }
        }
    }

    private mutating func cover(_ line: LineSource.Line) {
        source.buffer.withUnsafeBufferPointer { buffer in
            integrity.cover(UnsafeBufferPointer(rebasing: buffer[line.range]), isTerminated: line.isTerminated)
        }
    }

    private func torn(_ line: LineSource.Line, _ number: Int) -> Damage {
        let bytes = source.buffer[line.range]
        let zeros = bytes.reversed().prefix { $0 == 0 }.count
        let cause =
            zeros > 0
            ? "it ends in \(zeros) zero bytes, as after a power failure" : "\(bytes.count) bytes of a line are there"
        return Damage(
            .torn, file: name, line: number, byteOffset: line.offset, lines: number...number, span: latest...latest,
            reason: "the capture stops in the middle of this line: \(cause)")
    }

    // MARK: Checksums

    /// Whether the record may stand here: a verdict after the end and nothing else there, no verdict before it.
    private mutating func isInPlace(_ record: Record, _ line: LineSource.Line) throws(Damage) -> Bool {
        let number = integrity.lines
        switch (record, end) {
        case (.verdict, nil):
            try note(.malformed, line, lines: number...number, "a verdict stands before the end record")
            return false
        case (.verdict, _?) where !hasVerdict: hasVerdict = true
        case (_, nil): break
        case (_, _?):
            try note(.afterEnd, line, lines: number...number, "after the end record only a verdict may stand")
            return false
        }
        if case .end(let record) = record { end = record }
        return true
    }

    private mutating func report(
        _ fault: Integrity.Fault?, of record: Record, _ line: LineSource.Line
    ) throws(Damage) {
        let number = integrity.lines
        let first = hasVerdict ? number : integrity.verified.line + 1
        let stretch = first == number ? "line \(number)" : "lines \(first) to \(number)"
        switch fault {
        case nil: break
        case .noChecksum: try note(.malformed, line, lines: first...number, "\"crc32c\" is not its last key")
        case .checksum:
            try note(
                .corrupt, line, lines: first...number,
                "the checksum does not fit: something in \(stretch) was changed or exchanged")
        case .count(let claimed, let found):
            try note(
                .lineCount, line, lines: first...number,
                "this says that it is line \(claimed), and it is line \(found): something in \(stretch) was "
                    + "\(claimed > found ? "removed" : "added") or changed")
        }
        switch record {
        case .sync(let sync): try settle(sync.at, sync.wall, sync.lines, fault, line)
        case .end(let end): try settle(end.at, end.wall, end.lines, fault, line)
        default: break
        }
    }

    /// A checkpoint that does not fit, and counts less than one before it did or tells another time of day, is another capture's:
    /// so is all that follows.
    private mutating func settle(
        _ at: RunInstant, _ wall: WallTimeText, _ lines: Int64, _ fault: Integrity.Fault?, _ line: LineSource.Line
    ) throws(Damage) {
        if fault != nil {
            if at < integrity.verified.at || lines <= integrity.counted {
                return try stop("another capture goes on here: time or lines run backwards", line)
            }
            if let shift = clocks.unexplainedShift(at: at, wall: wall) {
                return try stop(
                    "another capture goes on here, or the clock was set where this one is damaged: the time of day has moved "
                        + "by \(shift.text) against the time of the run", line)
            }
        }
        clocks.settle(at: at, wall: wall)
        integrity.settle(at: at, counting: lines)
    }

    private mutating func stop(_ reason: String, _ line: LineSource.Line) throws(Damage) {
        try note(.corrupt, line, lines: integrity.lines...integrity.lines, "\(reason). Nothing from here on is read")
        isDone = true
        conclude()
    }

    /// Hands the line to ``Integrity``, in the way that its record asks for.
    private mutating func checked(_ record: Record, _ line: LineSource.Line) -> Integrity.Fault? {
        source.buffer.withUnsafeBufferPointer { buffer in
            let bytes = UnsafeBufferPointer(rebasing: buffer[line.range])
            let isTerminated = line.isTerminated
            switch record {
            case .sync(let sync):
                return integrity.verify(bytes, isTerminated: isTerminated, lines: sync.lines, at: sync.at)
            case .end(let end):
                return integrity.verify(bytes, isTerminated: isTerminated, lines: end.lines, at: end.at)
            case .verdict: return integrity.verifyAlone(bytes, isTerminated: isTerminated)
            case .unknown where Integrity.endsInChecksum(bytes):
                return integrity.verify(bytes, isTerminated: isTerminated, lines: nil, at: nil)
            default:
                integrity.cover(bytes, isTerminated: isTerminated)
                return nil
            }
        }
    }

    /// Ends the reading with this damage or, when recovering, keeps it in mind.
    private mutating func note(
        _ kind: Damage.Kind, _ line: LineSource.Line, lines: ClosedRange<Int>, _ reason: String
    ) throws(Damage) {
        let damage = Damage(
            kind, file: name, line: integrity.lines, byteOffset: line.offset, lines: lines, span: doubtfulSpan,
            reason: reason)
        guard recovers else { throw damage }
        try bear(damage)
    }

    /// Keeps a damage in mind. Where there are too many of them nothing is left that could be relied on, and so there is no
    /// use in reading on: a small compressed file may hold millions of lines.
    mutating func bear(_ damage: Damage) throws(Damage) {
        damages.append(damage)
        guard damages.count > Self.mostDamages else { return }
        var last = damage
        last.reason =
            "more than \(Self.mostDamages) places are damaged, and the rest was not read; the last: \(damage.reason)"
        throw last
    }

    private static var mostDamages: Int { 10_000 }
}
