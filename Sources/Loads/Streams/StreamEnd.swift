/// Why a stream's connection, or the stream, is over. Reasons are sentence pieces that name the host.
enum StreamEnd: Error, Equatable, Sendable {
    /// The load was stopped.
    case stopped
    /// This connection failed; another may fare better.
    case lost(String)
    /// Another connection would bring the same.
    case dead(String)
    /// A final response that is not 2xx came, and is recorded. Asking again would only be a nuisance to the server.
    case rejected(String)
}
