import LinecheckJSON
import Testing

@testable import LinecheckPage

struct MarkupTests {
    private func text(_ markup: Markup) -> String { String(decoding: markup.bytes, as: UTF8.self) }

    @Test func `text is escaped wherever it stands`() {
        let evil = "<script>alert('1')</script>&\""
        #expect(
            text(.element("p", ["title": evil], Markup(evil), "\(evil)"))
                == """
                <p title="&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;">\
                &lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;\
                &lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;</p>
                """)
    }

    @Test func `characters that XML has not, and such as turn text around, are shown as missing`() {
        #expect(text(Markup("a\u{0}b\u{1B}[31mc\u{202E}d\u{FFFE}")) == "a\u{FFFD}b\u{FFFD}[31mc\u{FFFD}d\u{FFFD}")
        #expect(text(Markup("Zürich 東京 \t")) == "Zürich 東京 \t")
    }

    @Test func `data in a script cannot end it`() {
        let value = JSONValue.string("</script><!--")
        #expect(text(.data(value)) == "\"\\u003c/script>\\u003c!--\"")
    }

    @Test func `an attribute without a value is left out, and void elements have no end`() {
        #expect(text(.element("meta", ["charset": "utf-8", "id": nil])) == "<meta charset=\"utf-8\">")
    }

    @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
    func `base64 as in RFC 4648 §10`(text: String, encoded: String) {
        #expect(ContentPolicy.base64(Array(text.utf8)) == encoded)
    }
}
