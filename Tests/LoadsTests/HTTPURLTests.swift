import Testing

@testable import LinecheckLoads

@Suite struct HTTPURLTests {
    /// RFC 3986 §5.4.1 and §5.4.2, base `http://a/b/c/d;p?q`, without the fragments that a request never carries.
    @Test(arguments: [
        ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"),
        ("g?y", "/b/c/g?y"), ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), (";x", "/b/c/;x"), ("g;x?y#s", "/b/c/g;x?y"),
        ("", "/b/c/d;p?q"), (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"),
        ("../..", "/"), ("../../", "/"), ("../../g", "/g"), ("../../../g", "/g"), ("../../../../g", "/g"),
        ("/./g", "/g"), ("/../g", "/g"), ("g.", "/b/c/g."), (".g", "/b/c/.g"), ("g..", "/b/c/g.."), ("..g", "/b/c/..g"),
        ("./../g", "/b/g"), ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"),
        ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"), ("g?y/./x", "/b/c/g?y/./x"),
        ("g?y/../x", "/b/c/g?y/../x"), ("//a/x", "/x"), ("http://a/z?#", "/z?"),
    ])
    func `relative locations resolve as RFC 3986 says`(_ location: String, _ target: String) throws {
        let base = try #require(HTTPURL("http://a/b/c/d;p?q"))
        let next = try #require(base.following(location))
        #expect(next.target == target)
        #expect(next.host == "a")
    }

    @Test(arguments: [
        ("http://Speed.Example", "speed.example", 80, "/", "speed.example"),
        ("HTTPS://speed.example:8443/a?b=c#d", "speed.example", 8443, "/a?b=c", "speed.example:8443"),
        ("https://[2001:db8::1]/x", "2001:db8::1", 443, "/x", "[2001:db8::1]"),
        ("http://[::1]:8080?q", "::1", 8080, "/?q", "[::1]:8080"),
        ("http://[fe80::1%25eth0]:80/x", "fe80::1%eth0", 80, "/x", "[fe80::1]"),
        ("http://a:/x y", "a", 80, "/x%20y", "a"),
        ("http://a/é", "a", 80, "/%C3%A9", "a"),
    ])
    func `a URL says whom to ask for what`(
        _ text: String, _ host: String, _ port: UInt16, _ target: String, _ authority: String
    ) throws {
        let url = try #require(HTTPURL(text))
        #expect((url.host, url.port, url.target, url.authority) == (host, port, target, authority))
    }

    @Test(arguments: [
        "", "speed.example", "ftp://a/", "http://", "http:///x", "http://a:0/", "http://a:65536/", "http://a:x/",
        "http://user:secret@a/", "http://[a]/", "http://a/\r\nX: y", "http://a b/",
    ])
    func `what is no web address is refused`(_ text: String) { #expect(HTTPURL(text) == nil) }

    @Test func `a redirect may lead to another host, another scheme, or nowhere`() throws {
        let base = try #require(HTTPURL("http://a/b"))
        #expect(base.following("//c:81/d")?.text == "http://c:81/d")
        #expect(base.following("https://c/d")?.text == "https://c/d")
        #expect(base.following("mailto:x@y") == nil)
        #expect(base.following("javascript:alert(1)") == nil)
    }
}
