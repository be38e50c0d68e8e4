import LinecheckJSON
import LinecheckPlan
import LinecheckRunner

/// A plan as a command line asks for it: with settings, and for a server or this host alone.
struct PlanRequest {
    let settings: [(name: String, value: String)]
    let server: ChosenServer?
    let isLoopback: Bool

    init(_ arguments: Arguments) throws(UsageError) {
        settings = try PlanSettings(arguments).pairs
        isLoopback = arguments.has("--loopback")
        if let text = arguments.value("--server") {
            guard !isLoopback else {
                throw UsageError("--server and --loopback each name a server", hint: "leave one of them out")
            }
            server = try ChosenServer(text)
        } else {
            server = nil
        }
    }

    /// The plan with the settings of `--loopback` or `--server` below those of the command line.
    ///
    /// - Parameter loopback: the network of `--loopback`; nil: the plan is for another one.
    /// - Throws: ``Problems`` of the file, ``UsageError`` when a setting is what is wrong.
    func read(_ source: SourceText, _ loopback: Loopback? = nil) throws -> ReadPlan {
        let below = try settings(below: source, loopback)
        var read: ReadPlan
        do throws(Problems) {
            read = try PlanFinder.reader.read(source, settings: below + settings)
        } catch {
            throw blamed(error, source, below)
        }
        if let loopback {
            read.plan = loopback.pointed(read.plan)
            if !Loopback.mayPing { read.plan = loopback.withoutPing(read.plan) }
        }
        return read
    }

    /// The same where nothing is going to run: the embedded server listens for as long as its address is asked for.
    func read(only source: SourceText) throws -> ReadPlan {
        guard isLoopback else { return try read(source) }
        let loopback = try Loopback()
        defer { loopback.stop() }
        return try read(source, loopback)
    }

    private func settings(below source: SourceText, _ loopback: Loopback?) throws -> [(name: String, value: String)] {
        if let loopback {
            return loopback.settings(for: try PlanFinder.reader.read(source).plan.vars.map(\.name))
        }
        guard let server else { return [] }
        // A setting of the command line wins, also over an upload that the server does not take.
        let own = Set(settings.map(\.name))
        return try server.settings(
            for: try PlanFinder.reader.read(source).plan.vars.map(\.name).filter { !own.contains($0) })
    }

    /// What is wrong with a setting alone is no mistake of the file that uses it.
    private func blamed(
        _ problems: Problems, _ source: SourceText, _ below: [(name: String, value: String)]
    ) -> any Error {
        let reader = PlanFinder.reader
        guard (try? reader.read(source, settings: below)) != nil else { return problems }
        for setting in settings {
            do throws(Problems) {
                _ = try reader.read(source, settings: below + [setting])
            } catch {
                guard let first = error.list.first(where: { $0.severity == .error }), first.code != "bad-setting" else {
                    return problems
                }
                let place = "used at \(first.file):\(first.line):\(first.column)"
                return UsageError(
                    "--set \(setting.name)=\(setting.value): \(first.message)",
                    hint: first.fix.map { "\($0); \(place)" } ?? place)
            }
        }
        return problems
    }
}
