/// A whole HTML file that needs nothing else.
struct Document {
    var title: String
    var body: [Markup]
    var script: StaticString? = PageScript.text

    var text: String {
        let styles = [ChartStyle.text, PageStyle.text]
        let policy = ContentPolicy.text(scripts: script.map { [$0] } ?? [], styles: styles)
        let head = Markup.element(
            "head", [:], .element("meta", ["charset": "utf-8"]),
            .element("meta", ["http-equiv": "Content-Security-Policy", "content": policy]),
            .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
            .element("meta", ["name": "color-scheme", "content": "light dark"]),
            .element("meta", ["name": "referrer", "content": "no-referrer"]),
            .element("link", ["rel": "icon", "href": "data:,"]), .element("title", [:], Markup(title)),
            .element("style", [:], .verbatim(ChartStyle.text)), .element("style", [:], .verbatim(PageStyle.text)))
        let page = Markup.element(
            "html", ["lang": "en"], head,
            .element(
                "body", [:], .element("main", [:], body),
                script.map { .element("script", [:], .verbatim($0)) } ?? .nothing))
        return "<!DOCTYPE html>\n" + String(decoding: page.bytes, as: UTF8.self) + "\n"
    }
}
