import LinecheckBundled
import LinecheckJSON

/// A kind of server that loads can be taken from, as `plans/servers.json` describes it.
package struct ServerPreset: Sendable {
    package let name: String
    package let title: String
    package let download: String
    /// nil: it takes none.
    package let upload: String?
    /// Statuses and what they mean there.
    package let refusals: [(status: String, words: String)]

    /// Needs a URL after its name.
    package var needsBase: Bool { download.contains(Self.placeholder) }

    private static let placeholder = "${base}"

    package static let all: [ServerPreset] = {
        let source = SourceText(name: "servers.json", bytes: BundledFile.servers.bytes)
        let members = (try? JSONReader.read(source))?.members ?? []
        return members.filter { !$0.key.hasPrefix("#") }.compactMap { member in
            func value(_ key: String) -> JSONNode? { member.value.members?.first { $0.key == key }?.value }
            guard let download = value("download")?.string else { return nil }
            return ServerPreset(
                name: member.key, title: value("title")?.string ?? "", download: download,
                upload: value("upload")?.string,
                refusals: (value("refusals")?.members ?? []).compactMap { refusal in
                    refusal.value.string.map { (refusal.key, $0) }
                })
        }
    }()

    /// Their names as a command line begins with them: `cloudflare`, `librespeed=`.
    package static var completions: [String] { all.map { $0.needsBase ? $0.name + "=" : $0.name } }

    package func url(_ pattern: String, base: String) -> String { pattern.replacing(Self.placeholder, with: base) }

    /// The kind of server that a load's URL leads to, by its path; nil where that could be any.
    static func serving(_ url: String) -> ServerPreset? {
        let address = url.prefix { $0 != "?" }
        return all.first { preset in
            [preset.download, preset.upload ?? ""].contains { pattern in
                let path = pattern.prefix { $0 != "?" }
                guard preset.needsBase else { return !path.isEmpty && address == path }
                let end = path.dropFirst(placeholder.count)
                return !end.isEmpty && address.hasSuffix(end)
            }
        }
    }

    /// `a linecheck serve of your own`.
    var shortTitle: Substring { title.prefix { $0 != "," && $0 != ";" } }
}
