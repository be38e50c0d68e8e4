import Foundation
package import LinecheckPlan

/// A server that does one thing, and what has to become of a load from it.
package struct Misbehaviour: Sendable, CustomStringConvertible {
    package let name: String
    package var direction = Load.Direction.download
    package var streams = 2
    package var body: Int64 = 2_000_000
    /// The whole reason, with PORT for the server's port; nil: the load is valid.
    package let reason: String?
    package let serve: @Sendable (Peer) -> Void

    package var description: String { name }

    /// How long the load waits for its first byte. Five failures of a stream take 1.5 s.
    package var startWithin: Duration { reason?.contains("no byte within") == true ? .seconds(1) : .seconds(5) }

    /// Whether a stream gives up, which ends the phase: after five failures and the 1.5 s between them, on a busy machine more.
    package var endsByItself: Bool { reason?.contains("was given up") == true }

    /// Whether a load said what has to become of it, of a server on this port.
    package func isTold(by said: String?, port: UInt16) -> Bool {
        guard let reason, let said else { return said == self.reason }
        let pattern = NSRegularExpression.escapedPattern(for: reason).replacing("PORT", with: "\(port)")
            .replacing("stream N", with: "stream [0-9]").replacing("COUNT", with: "[0-9]+")
            .replacing("MEAN", with: "(29|30|31)[0-9]").replacing("SIZE", with: "[0-9]+ bytes")
            .replacing("TIME", with: "[0-9.]+").replacing("0\\.0 s", with: "0\\.[0-9] s")
        return said.range(of: "^\(pattern)$", options: .regularExpression) != nil
    }

    private static func block(_ size: Int) -> [UInt8] { [UInt8](repeating: 0x5A, count: size) }

    /// Answers every request with these bytes.
    private static func answering(_ bytes: [UInt8], pause time: UInt32 = 0) -> @Sendable (Peer) -> Void {
        { peer in
            while peer.readHead() != nil {
                guard peer.send(bytes) else { return }
                if time > 0 { usleep(time) }
            }
        }
    }

    private static func status(_ status: Int, _ body: String) -> [UInt8] {
        Array("HTTP/1.1 \(status) So\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }

    private static let whole = Array("HTTP/1.1 200 OK\r\nContent-Length: 200000\r\n\r\n".utf8) + block(200_000)

    /// So many good responses first.
    private static func later(_ good: Int, _ then: @escaping @Sendable (Peer) -> Void) -> @Sendable (Peer) -> Void {
        { peer in
            for _ in 0..<good {
                guard peer.readHead() != nil, peer.send(whole) else { return }
                usleep(20_000)
            }
            _ = peer.readHead()
            then(peer)
        }
    }

    package static let resets: [Misbehaviour] = [
        Misbehaviour(
            name: "reset at once",
            reason: "load not achieved: stream N was given up: connection reset by 127.0.0.1:PORT"
        ) { peer in
            _ = peer.readHead()
            peer.reset()
        },
        Misbehaviour(
            name: "reset within the first bytes of each body",
            reason: "load not achieved: stream N was given up: connection reset by 127.0.0.1:PORT"
        ) { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nonly this")
            usleep(20_000)
            peer.reset()
        },
        Misbehaviour(name: "reset midway through each large body", reason: nil) { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n")
            peer.send(block(400_000))
            usleep(20_000)
            peer.reset()
        },
    ]

    package static let refusals: [Misbehaviour] = [403, 413, 429, 500].flatMap { code in
        [
            Misbehaviour(
                name: "\(code) at once", reason: "load not achieved: HTTP \(code) from 127.0.0.1 (4 bytes)",
                serve: answering(status(code, "nope"))),
            Misbehaviour(
                name: "\(code) after a while", reason: "load not achieved: HTTP \(code) from 127.0.0.1 (4 bytes)",
                serve: later(20) { peer in
                    peer.send(status(code, "nope"))
                    peer.hang()
                }),
            Misbehaviour(
                name: "\(code) to an upload, before its body was read", direction: .upload,
                reason: "load not achieved: HTTP \(code) from 127.0.0.1 (4 bytes)"
            ) { peer in
                _ = peer.readHead()
                peer.send(status(code, "nope"))
                peer.hang()
            },
        ]
    }

    package static let silences: [Misbehaviour] = [
        Misbehaviour(
            name: "nothing at all", reason: "load not achieved: no byte within 1.0 s (no response from 127.0.0.1)"
        ) {
            $0.hang()
        },
        Misbehaviour(
            name: "stall after the headers", reason: "load not achieved: no byte within 1.0 s (HTTP 200 from 127.0.0.1)"
        ) { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            peer.hang()
        },
        Misbehaviour(
            name: "stall midway", reason: "load not achieved: no byte for 1 s, from 0.0 s on (HTTP 200 from 127.0.0.1)"
        ) { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n")
            peer.send(block(900_000))
            peer.hang()
        },
        Misbehaviour(
            name: "a trickle", streams: 1,
            reason: "load not achieved: SIZE in TIME s, at least 100.0 kB are needed (HTTP 200 from 127.0.0.1)"
        ) { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
            while !peer.stopping(), peer.send("x") { usleep(20_000) }
        },
        Misbehaviour(
            name: "an upload that is not read", direction: .upload, body: 50_000_000,
            reason: "load not achieved: no byte for 1 s, from 0.0 s on (no response from 127.0.0.1)"
        ) { peer in
            _ = peer.readHead()
            peer.hang()
        },
    ]

    package static let bodies: [Misbehaviour] = [
        Misbehaviour(
            name: "200 with a body shorter than announced",
            reason: "load not achieved: stream N was given up: 127.0.0.1 ended the connection in the middle of a body"
        ) { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\nshort")
            peer.close()
        },
        Misbehaviour(
            name: "a proxy's error page with 200 and 300 bytes",
            reason:
                "load not achieved: COUNT responses of MEAN bytes on average, which no line has to queue (HTTP 200 from 127.0.0.1)",
            serve: answering(status(200, String(repeating: "e", count: 300)))),
        Misbehaviour(
            name: "the same, closing after each",
            reason:
                "load not achieved: COUNT responses of MEAN bytes on average, which no line has to queue (HTTP 200 from 127.0.0.1)"
        ) { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.0 200 OK\r\n\r\n" + String(repeating: "e", count: 300))
            peer.close()
        },
        Misbehaviour(
            name: "200 without a body",
            reason: "load not achieved: stream N was given up: HTTP 200 from 127.0.0.1 without a body",
            serve: answering(status(200, ""))),
        Misbehaviour(name: "no Content-Length", reason: nil) { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\n\r\n")
            while !peer.stopping(), peer.send(block(100_000)) { usleep(5_000) }
        },
        Misbehaviour(name: "HTTP/1.0, closing after each response", reason: nil) { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.0 200 OK\r\nContent-Length: 200000\r\n\r\n")
            peer.send(block(200_000))
            peer.close()
        },
        Misbehaviour(name: "keep-alive promised and not kept", reason: nil) { peer in
            _ = peer.readHead()
            peer.send(Array("HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 200000\r\n\r\n".utf8))
            peer.send(block(200_000))
            peer.close()
        },
        Misbehaviour(
            name: "an upload answered before its body was read", direction: .upload, body: 50_000_000, reason: nil
        ) { peer in
            _ = peer.readHead()
            peer.readBody(400_000)
            peer.send(status(200, "thanks"))
            peer.stay()
        },
    ]

    private static let chunkedHead = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    package static let framing: [Misbehaviour] = [
        Misbehaviour(name: "valid chunks", reason: nil) { peer in
            while peer.readHead() != nil {
                peer.send(chunkedHead)
                for _ in 0..<10 {
                    peer.send("ea60\r\n")
                    peer.send(block(60_000))
                    guard peer.send("\r\n") else { return }
                }
                peer.send("0\r\nX-Trailer: 1\r\n\r\n")
            }
        },
        Misbehaviour(
            name: "chunks torn in the middle",
            reason: "load not achieved: stream N was given up: 127.0.0.1 ended the connection in the middle of a body"
        ) { peer in
            _ = peer.readHead()
            peer.send(chunkedHead + "ffff\r\nonly this")
            usleep(20_000)
            peer.close()
        },
        Misbehaviour(
            name: "a chunk of an absurd size",
            reason:
                "load not achieved: stream N was given up: no valid HTTP response from 127.0.0.1: a chunk larger than 2^53 bytes"
        ) { peer in
            _ = peer.readHead()
            peer.send(chunkedHead + "ffffffffffffffff\r\n")
            peer.hang()
        },
        Misbehaviour(
            name: "a chunk whose size is no number",
            reason: "load not achieved: stream N was given up: no valid HTTP response from 127.0.0.1: a malformed chunk"
        ) { peer in
            _ = peer.readHead()
            peer.send(chunkedHead + "-5\r\nhello\r\n")
            peer.hang()
        },
        Misbehaviour(
            name: "headers without end",
            reason:
                "load not achieved: stream N was given up: no valid HTTP response from 127.0.0.1: a head of more than 65536 bytes"
        ) { peer in
            _ = peer.readHead()
            peer.send("HTTP/1.1 200 OK\r\n")
            let line = "X-More: " + String(repeating: "y", count: 1_000) + "\r\n"
            while !peer.stopping(), peer.send(line) {}
        },
        Misbehaviour(
            name: "no HTTP at all",
            reason:
                "load not achieved: stream N was given up: no valid HTTP response from 127.0.0.1: it does not begin like HTTP"
        ) { peer in
            peer.send("220 mail.example ESMTP\r\n")
            peer.hang()
        },
    ]

    package static let all = resets + refusals + silences + bodies + framing
}
