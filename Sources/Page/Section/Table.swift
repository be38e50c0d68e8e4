/// A table whose columns of numbers line up; on a narrow screen it scrolls inside itself.
struct Table {
    var caption: String?
    var head: [String]
    var rows: [[Markup]]
    /// Columns that hold numbers; the others hold words.
    var numbers: Set<Int>

    var markup: Markup {
        let cells = { (name: StaticString, row: [Markup]) -> [Markup] in
            row.enumerated().map { column, cell in
                column == 0 && name.description == "td"
                    ? .element("th", ["scope": "row"], cell)
                    : .element(name, ["class": numbers.contains(column) ? "number" : nil], cell)
            }
        }
        let header = head.enumerated().map { column, title in
            Markup.element("th", ["scope": "col", "class": numbers.contains(column) ? "number" : nil], Markup(title))
        }
        return .element(
            "div",
            [
                "class": "scroll", "tabindex": "0", "role": "region",
                "aria-label": caption ?? head.joined(separator: ", "),
            ],
            .element(
                "table", [:],
                [caption.map { Markup.element("caption", [:], Markup($0)) } ?? .nothing]
                    + [
                        .element("thead", [:], .element("tr", [:], header)),
                        .element("tbody", [:], rows.map { .element("tr", [:], cells("td", $0)) }),
                    ]))
    }
}

/// What is not measured, with its reason: never blank and never zero.
func notMeasured(_ reason: String) -> Markup {
    .element(
        "span", ["class": "missing", "title": reason], "not measured",
        .element("span", ["class": "colon"], ": "), .element("span", ["class": "reason"], Markup(reason)))
}
