import Glibc

extension CaptureReader {
    /// The next line that is not too long, or nil at the end of the file.
    mutating func nextLine() throws(Damage) -> LineSource.Line? {
        if integrity.lines == 0 { try checkFirstBytes() }
        let limit = integrity.lines == 0 ? LineLimit.header : LineLimit.record
        while true {
            let offset = source.offset
            do throws(LineSource.Failure) {
                return try source.next(limit: limit)
            } catch {
                if let damage = unreadable(error) { throw damage }
                try passOver(offset: offset, limit: limit)
            }
        }
    }

    private mutating func checkFirstBytes() throws(Damage) {
        do throws(LineSource.Failure) {
            guard let reason = FirstLine.refusal(of: try source.peek(4)) else { return }
            damages.append(Damage(.notACapture, file: name, line: 1, reason: reason))
        } catch {
            guard let damage = unreadable(error) else { return }
            throw damage
        }
        if let refusal = damages.popLast() { throw refusal }
    }

    /// Goes to the end of a line that is too long, if there is any use in that.
    private mutating func passOver(offset: Int64, limit: Int) throws(Damage) {
        let number = integrity.lines + 1
        let damage = Damage(
            .overlong, file: name, line: number, byteOffset: offset, lines: number...number, span: doubtfulSpan,
            reason: "this line is longer than \(limit >> 20) MiB, which no record is")
        guard recovers, number > 1 else { throw damage }
        try bear(damage)
        integrity.coverUnseen()
        do throws(LineSource.Failure) { try source.skipLine() } catch {
            if let damage = unreadable(error) { throw damage }
        }
    }

    /// nil for a line that is too long, which is no trouble of the file below.
    private func unreadable(_ failure: LineSource.Failure) -> Damage? {
        let place = (line: integrity.lines + 1, offset: source.offset)
        switch failure {
        case .tooLong: return nil
        case .system(EISDIR):
            return Damage(.notACapture, file: name, line: 1, reason: "this is a directory, not a capture")
        case .system(let code):
            return Damage(
                .unreadable, file: name, line: place.line, byteOffset: place.offset,
                reason: "it cannot be read: \(String(cString: strerror(code)))")
        case .badCompression(let reason):
            return Damage(
                .corrupt, file: name, line: place.line, byteOffset: place.offset, span: doubtfulSpan,
                reason: "the gzip compression around it is damaged: \(reason)")
        }
    }
}
