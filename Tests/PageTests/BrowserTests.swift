import Foundation
import LinecheckPage
import LinecheckReport
import TestSupport
import Testing

/// The page in a real browser. *Skipped, because there is no chromium*: `.ci/run` installs Debian's.
@Suite(.serialized, .enabled(if: Browser.path != nil, "skipped, because there is no chromium"))
struct BrowserTests {
    static let scenarios = ["lab-loss-convicts", "lab-refused-gigabyte", "replies-after-the-timeout"]
    static let screens = [(360, "light"), (360, "dark"), (1280, "light"), (1280, "dark")]

    private func withPage(_ text: String, _ body: (URL) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "linecheck-\(UUID().uuidString).html")
        try Data(text.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file)
    }

    @Test(arguments: scenarios) func `on every screen the page fits, complains of nothing and asks nobody`(
        scenario: String
    ) throws {
        let browser = try Browser()
        try withPage(ReportPage(try account(scenario)).text) { file in
            for (width, scheme) in Self.screens {
                try browser.show(file, width: width, scheme: scheme)
                let reached = try browser.value("document.documentElement.scrollWidth") as? Int
                #expect(reached == width, "\(scenario) is \(reached ?? 0) px wide on \(width)")
                #expect(browser.complaints.isEmpty)
                // The file itself, and the icon that is written out in it.
                #expect(browser.requests.allSatisfy { $0 == file.absoluteString || $0.hasPrefix("data:") })
                try keep(browser.screenshot(), "\(scenario)-\(width)-\(scheme).png")
            }
        }
    }

    @Test func `one of two drawings is shown, and its words can be read`() throws {
        let browser = try Browser()
        try withPage(ReportPage(try account("lab-loss-convicts")).text) { file in
            for (width, shown) in [(360, "narrow"), (1280, "wide")] {
                try browser.show(file, width: width, scheme: "light")
                let visible = "[...document.querySelectorAll('#timeline svg.plot')].filter(s => s.checkVisibility())"
                #expect(try browser.value("\(visible).map(s => s.classList[1]).join()") as? String == shown)
                let height = try browser.value(
                    "Math.min(...\(visible)[0].querySelectorAll('text').values().map(t => t.getBoundingClientRect().height))"
                )
                #expect(try #require(height as? Double) >= 9)
            }
        }
    }

    @Test func `on paper it is black on white, with the wide drawing and without what only a screen can do`() throws {
        let browser = try Browser()
        try withPage(ReportPage(try account("lab-loss-convicts")).text) { file in
            try browser.show(file, width: 718, scheme: "dark")  // A4 at 96 dpi, less margins of 1 cm
            try browser.print()
            let shown = "s => document.querySelector(s).checkVisibility()"
            #expect(
                try browser.value("['#timeline svg.wide', '#timeline svg.narrow', '.readout'].map(\(shown)).join()")
                    as? String
                    == "true,false,false")
            #expect(try browser.value("document.documentElement.scrollWidth <= 718") as? Bool == true)
            #expect(
                try browser.value("getComputedStyle(document.body).backgroundColor") as? String == "rgb(255, 255, 255)")
            try keep(browser.screenshot(), "lab-loss-convicts-print.png")
        }
    }

    /// Screenshots are for people: they are kept where LINECHECK_SHOTS says, and compared with nothing.
    private func keep(_ screenshot: @autoclosure () throws -> Data, _ name: String) rethrows {
        guard let folder = ProcessInfo.processInfo.environment["LINECHECK_SHOTS"] else { return }
        let image = try screenshot()
        try? image.write(to: URL(filePath: folder).appending(path: name))
    }

    @Test func `dark is dark, and text stands out from its ground on both`() throws {
        let browser = try Browser()
        try withPage(ReportPage(try account("lab-loss-convicts")).text) { file in
            for (scheme, isDark) in [("light", false), ("dark", true)] {
                try browser.show(file, width: 1280, scheme: scheme)
                // Relative luminance and contrast as WCAG 2.2 defines them.
                let script = """
                    (() => { const c = e => getComputedStyle(e);
                    const l = s => { const v = s.match(/[0-9.]+/g).slice(0, 3).map(x => x / 255)
                      .map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
                      return .2126 * v[0] + .7152 * v[1] + .0722 * v[2]; };
                    const ground = l(c(document.body).backgroundColor);
                    const contrast = e => { const t = l(c(e).color);
                      return (Math.max(t, ground) + .05) / (Math.min(t, ground) + .05); };
                    const all = [...document.querySelectorAll('h1, p, dt, dd, td, th, .badge, figcaption, .legend li, code')];
                    return [ground, Math.min(...all.map(contrast))]; })()
                    """
                let result = try #require(try browser.value(script) as? [Double])
                #expect((result[0] < 0.1) == isDark)
                #expect(result[1] >= 4.5, "WCAG 2.2 §1.4.3")
            }
        }
    }

    @Test func `arrow keys move through the samples and say what they were`() throws {
        let browser = try Browser()
        try withPage(ReportPage(try account("lab-loss-convicts")).text) { file in
            try browser.show(file, width: 1280, scheme: "light")
            _ = try browser.value("document.querySelector('#timeline svg.wide').focus()")
            try browser.press("End")
            let said = try #require(try browser.value("document.querySelector('.readout').textContent") as? String)
            #expect(said.contains("internet: "))
            try browser.press("Home")
            let first = try browser.value("document.querySelector('.readout').textContent") as? String
            #expect(first != said)
            #expect(try browser.value("document.querySelector('.tip').hidden") as? Bool == false)
        }
    }

    /// What is inside of an image is presentational (WAI-ARIA 1.2 §5.4): what can be focused there would be without a name.
    @Test func `whatever can be focused in a drawing is told to a screen reader`() throws {
        let browser = try Browser()
        try withPage(ReportPage(try account("lab-loss-convicts")).text) { file in
            try browser.show(file, width: 1280, scheme: "light")
            try browser.send("Accessibility.enable")
            let nodes = try #require(try browser.send("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]])
            let word = { (node: [String: Any], key: String) in (node[key] as? [String: Any])?["value"] as? String ?? ""
            }
            let told = nodes.filter { $0["ignored"] as? Bool == false && word($0, "role") == "image" }
            let names = Set(told.map { word($0, "name") })
            let script = """
                [...document.querySelectorAll('svg.plot [tabindex]')].filter(e => e.checkVisibility())
                  .map(e => e.getAttribute('aria-label'))
                """
            let focusable = try #require(try browser.value(script) as? [String])
            #expect(focusable.count > 10)
            #expect(focusable.allSatisfy(names.contains), "\(focusable.filter { !names.contains($0) })")
            let parents = Set(told.compactMap { $0["nodeId"] as? String })
            let inner = nodes.filter {
                $0["ignored"] as? Bool == false && parents.contains($0["parentId"] as? String ?? "")
            }
            #expect(
                inner.allSatisfy { node in
                    !((node["properties"] as? [[String: Any]])?.contains { $0["name"] as? String == "focusable" }
                        ?? false)
                })
        }
    }

    @Test func `no host and no title makes the page wider than its screen`() throws {
        let label = String(repeating: "h", count: 63)
        let file = Repository.scenarios.appending(path: "lab-refused-gigabyte/capture.jsonl")
        var text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        text.replace("203.0.113.10", with: "\(label).example.net")
        text.replace(
            "\"title\":\"Lag under load\"", with: "\"title\":\"<b>\(label)</b>&amp;<script>alert(1)</script>\(label)\"")
        let browser = try Browser()
        try withPage(ReportPage(try account(withoutCheckpoints(text))).text) { file in
            for width in [360, 720, 1200] {
                try browser.show(file, width: width, scheme: "light")
                _ = try browser.value("document.querySelectorAll('details').forEach(d => d.open = true)")
                #expect(try browser.value("document.body.textContent.includes('\(label)</b>')") as? Bool == true)
                #expect(try browser.value("document.documentElement.scrollWidth") as? Int == width)
            }
        }
    }

    @Test func `every drawing has a name that a screen reader finds`() throws {
        let browser = try Browser()
        try withPage(ReportPage(try account("lab-loss-convicts")).text) { file in
            try browser.show(file, width: 1280, scheme: "light")
            let nameless = try browser.value(
                """
                [...document.querySelectorAll('svg.plot')].filter(s => s.getAttribute('role') != 'group'
                  || !document.getElementById(s.getAttribute('aria-labelledby'))?.textContent).length
                """)
            #expect(nameless as? Int == 0)
            #expect(try #require(try browser.value("document.querySelectorAll('svg.plot').length") as? Int) > 4)
            // Phases, curves and marks take part in the order of the keyboard, each with words of its own.
            let silent =
                "[...document.querySelectorAll('svg g[tabindex]')].filter(g => !g.getAttribute('aria-label')).length"
            #expect(try browser.value(silent) as? Int == 0)
            let ids = "(i => i.length - new Set(i).size)([...document.querySelectorAll('[id]')].map(e => e.id))"
            #expect(try browser.value(ids) as? Int == 0)
        }
    }

    @Test func `the verdict, its numbers and its reasons are in the document`() throws {
        let browser = try Browser()
        let account = try account("lab-refused-gigabyte")
        try withPage(ReportPage(account).text) { file in
            try browser.show(file, width: 1280, scheme: "light")
            let text = try #require(try browser.value("document.body.textContent") as? String)
            #expect(text.contains("load not achieved: HTTP 403"))
            #expect(text.contains("not measured"))
            for step in Advice(account.verdict).steps { #expect(text.contains(step)) }
            #expect(try browser.value("document.querySelectorAll('#timeline rect[fill^=url]').length") as? Int ?? 0 > 0)
        }
    }

    @Test func `markup in what a server or a plan says stays text`() throws {
        let browser = try Browser()
        let evil = "</script><script>document.title='owned'</script><img src=x onerror=alert(1)>&\\\"'"
        let file = Repository.scenarios.appending(path: "lab-refused-gigabyte/capture.jsonl")
        var text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
        text.replace("\"host\":\"203.0.113.10", with: "\"host\":\"\(evil)")
        text.replace("Latency under load, per direction", with: evil)
        let page = ReportPage(try account(withoutCheckpoints(text))).text
        try withPage(page) { file in
            try browser.show(file, width: 1280, scheme: "light")
            #expect(try browser.value("document.querySelectorAll('script').length") as? Int == 2)
            #expect(try browser.value("document.querySelectorAll('img').length") as? Int == 0)
            #expect(try browser.value("document.title != 'owned'") as? Bool == true)
            let shown = try browser.value("document.querySelector('.eyebrow').textContent") as? String
            #expect(shown?.hasPrefix("</script><script>") == true)
            let notes = try #require(try browser.value("document.body.textContent") as? String)
            #expect(notes.contains("HTTP 403 from </script>"))
            #expect(browser.complaints.isEmpty)
        }
    }
}
