import Foundation
import Glibc

/// Chromium without a window, spoken to by the DevTools protocol over two pipes (`--remote-debugging-pipe`: it reads from
/// descriptor 3 and writes to 4, messages end in a zero byte).
final class Browser {
    struct Failure: Error, CustomStringConvertible { let description: String }

    static let path = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].first {
        (path: String) in
        access(path, X_OK) == 0
    }

    private var pid: pid_t = 0
    private let input: Int32
    private let output: Int32
    private let profile: URL
    private var nextID = 0
    private var pending = Data()
    private var session: String?
    /// What the page said or did that nobody asked it for: console messages, exceptions, requests.
    private(set) var events: [[String: Any]] = []

    init() throws {
        guard let path = Self.path else { throw Failure(description: "there is no chromium") }
        profile = FileManager.default.temporaryDirectory.appending(path: "linecheck-browser-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: true)
        var (down, up): ([Int32], [Int32]) = ([0, 0], [0, 0])
        guard pipe(&down) == 0, pipe(&up) == 0 else {
            throw Failure(description: "pipe: \(errno)")
        }
        for end in down + up { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (input, output) = (down[1], up[0])
        pid = try Self.spawn(path, profile.path, reading: down[0], writing: up[1])
        close(down[0])
        close(up[1])
        try open()
    }

    deinit {
        close(input)
        close(output)
        kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
        try? FileManager.default.removeItem(at: profile)
    }

    private static func spawn(_ path: String, _ profile: String, reading: Int32, writing: Int32) throws -> pid_t {
        let words = [
            path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
            "--no-first-run", "--disable-background-networking", "--remote-debugging-pipe",
            "--user-data-dir=\(profile)",
            "about:blank",
        ]
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // Away from 3 and 4 first: one of them may be the other's number.
        posix_spawn_file_actions_adddup2(&actions, reading, 200)
        posix_spawn_file_actions_adddup2(&actions, writing, 201)
        posix_spawn_file_actions_adddup2(&actions, 200, 3)
        posix_spawn_file_actions_adddup2(&actions, 201, 4)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, nil, &arguments, environ)
        guard code == 0 else { throw Failure(description: "posix_spawn: \(code)") }
        return pid
    }

    // MARK: The protocol

    private func open() throws {
        let target = try send("Target.createTarget", ["url": "about:blank"])
        let attached = try send("Target.attachToTarget", ["targetId": target["targetId"] ?? "", "flatten": true])
        session = attached["sessionId"] as? String
        for domain in ["Page", "Runtime", "Log", "Network"] { try send("\(domain).enable") }
    }

    @discardableResult
    func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        nextID += 1
        var message: [String: Any] = ["id": nextID, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        let bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Failure(description: "chromium reads no more: \(errno)") }
            sent += count
        }
        while true {
            let answer = try receive()
            guard answer["id"] as? Int == nextID else {
                events.append(answer)
                continue
            }
            if let error = answer["error"] { throw Failure(description: "\(method): \(error)") }
            return answer["result"] as? [String: Any] ?? [:]
        }
    }

    private func receive() throws -> [String: Any] {
        while true {
            if let end = pending.firstIndex(of: 0) {
                let message = pending[pending.startIndex..<end]
                pending = Data(pending[(end + 1)...])
                return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
            }
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 30_000) > 0 else { throw Failure(description: "chromium says nothing for 30 s") }
            var chunk = [UInt8](repeating: 0, count: 1 << 16)
            let count = read(output, &chunk, chunk.count)
            guard count > 0 else { throw Failure(description: "chromium has ended") }
            pending.append(contentsOf: chunk[..<count])
        }
    }

    // MARK: A page

    /// Shows a file as a screen of that width would; `scheme` is `light` or `dark`.
    func show(_ file: URL, width: Int, scheme: String) throws {
        events = []
        try send(
            "Emulation.setDeviceMetricsOverride",
            ["width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 700])
        try send(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": scheme]]])
        try send("Page.navigate", ["url": file.absoluteString])
        while !events.contains(where: { $0["method"] as? String == "Page.loadEventFired" }) {
            events.append(try receive())
        }
    }

    /// Lays the page out as on paper.
    func print() throws {
        try send(
            "Emulation.setEmulatedMedia",
            ["media": "print", "features": [["name": "prefers-color-scheme", "value": "dark"]]])
    }

    /// The value of an expression in the page.
    func value(_ expression: String) throws -> Any? {
        let result = try send("Runtime.evaluate", ["expression": expression, "returnByValue": true])
        if let problem = result["exceptionDetails"] { throw Failure(description: "\(expression): \(problem)") }
        return (result["result"] as? [String: Any])?["value"]
    }

    /// What the console got: messages, exceptions, refusals by the content policy.
    var complaints: [String] {
        events.compactMap { event in
            let method = event["method"] as? String ?? ""
            guard ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"].contains(method) else {
                return nil
            }
            return "\(method): \(event["params"] ?? "")"
        }
    }

    /// Everything the page asked for, itself included.
    var requests: [String] {
        events.compactMap { event in
            guard event["method"] as? String == "Network.requestWillBeSent",
                let request = (event["params"] as? [String: Any])?["request"] as? [String: Any]
            else { return nil }
            return request["url"] as? String
        }
    }

    func press(_ key: String) throws {
        for type in ["keyDown", "keyUp"] {
            try send("Input.dispatchKeyEvent", ["type": type, "key": key, "code": key])
        }
    }

    /// The whole page as a PNG.
    func screenshot() throws -> Data {
        let result = try send("Page.captureScreenshot", ["captureBeyondViewport": true])
        return Data(base64Encoded: result["data"] as? String ?? "") ?? Data()
    }
}
