import Glibc
import LinecheckJSON
import LinecheckLab

/// Looks at the queues of a lab while a run goes on: the truth that a verdict is compared with.
///
/// One `tc` a namespace stays and is asked through its batch mode, since starting programs would load the machine that is measured.
final class QueueWatch {
    /// The namespaces' `tc`, which answers one line to each line that is written to it.
    private struct Reader {
        let place: Line.Place
        let questions: Int32
        let child: Child
    }

    private var readers: [Reader] = []
    private var instants: [Int64] = []

    init(_ network: LabNetwork) throws {
        for place in Line.Place.allCases where network.line.queue(at: place) != nil {
            let port = LabNetwork.port(of: place)
            // A socket and not a pipe, because MSG_NOSIGNAL keeps a dead reader from killing the tests.
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
                throw Child.Failure(description: "socketpair: \(String(cString: strerror(errno)))")
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            defer { _ = Glibc.close(ends[1]) }
            let words = try network.space(port.role).command(["tc", "-s", "-j", "-b", "-"])
            readers.append(Reader(place: place, questions: ends[0], child: try Child(words, input: ends[1])))
        }
    }

    deinit { for reader in readers { _ = Glibc.close(reader.questions) } }

    /// Looks once at every queue.
    func look() throws {
        instants.append(WallClock.now)
        for reader in readers {
            let question = Array("qdisc show dev \(LabNetwork.port(of: reader.place).device)\n".utf8)
            let count = send(reader.questions, question, question.count, Int32(MSG_NOSIGNAL))
            guard count == question.count else {
                throw Child.Failure(description: "tc does not take questions: \(reader.child.errors)")
            }
        }
    }

    /// What was seen, once all answers have come.
    func finish() throws -> [Line.Place: QueueLog] {
        var logs: [Line.Place: QueueLog] = [:]
        for reader in readers {
            shutdown(reader.questions, Int32(SHUT_WR))
            try reader.child.wait(within: .seconds(10))
            let answers = reader.child.output.split(separator: "\n")
            guard answers.count == instants.count else {
                throw Child.Failure(
                    description:
                        "tc gave \(answers.count) answers to \(instants.count) questions: \(reader.child.errors)")
            }
            logs[reader.place] = QueueLog(looks: try zip(instants, answers).map { try Self.look(at: $0, String($1)) })
        }
        return logs
    }

    /// From `tc -s -j qdisc show`: a list with one queue.
    private static func look(at instant: Int64, _ answer: String) throws -> QueueLog.Look {
        let queues = try JSONReader.read(SourceText(name: "tc", text: answer)).plain.array ?? []
        guard let queue = queues.first(where: { $0["kind"]?.string == "tbf" }), let backlog = queue["backlog"]?.integer,
            let sent = queue["bytes"]?.integer, let drops = queue["drops"]?.integer
        else { throw Child.Failure(description: "tc shows no tbf queue: \(answer)") }
        return QueueLog.Look(at: instant, backlog: backlog, sent: sent, drops: drops)
    }
}
