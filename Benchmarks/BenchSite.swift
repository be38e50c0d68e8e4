import Glibc

/// The servers of the benchmark: nginx with a file, plain and over TLS, the embedded server, iperf3.
final class BenchSite {
    static let plain = "http://127.0.0.1:8080/file"
    static let tls = "https://127.0.0.1:8443/file"
    static let embedded = "http://127.0.0.1:8081"
    static let fileSize = 256_000_000

    let directory: String
    private var children: [ChildProcess] = []

    var file: String { directory + "/file" }

    init() throws(BenchNamespace.Failure) {
        var template = Array("/tmp/linecheck-bench-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .init(description: "no temporary folder") }
        directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        chmod(directory, 0o755)
        let prepared =
            system("head -c \(Self.fileSize) /dev/urandom > \(file)") == 0
            && system(
                "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout \(directory)/key.pem -out \(directory)/cert.pem -days 2 -subj /CN=127.0.0.1 2>/dev/null"
            ) == 0
        guard prepared, write(configuration, to: directory + "/nginx.conf") else {
            throw .init(description: "cannot prepare \(directory)")
        }
        let own = (try? Program.path()) ?? ""
        let commands = [
            ["nginx", "-p", directory, "-c", "nginx.conf", "-e", directory + "/error.log"],
            [own, "serve", "8081"], ["iperf3", "-s", "-p", "8082"],
        ]
        for words in commands {
            guard let child = ChildProcess(words) else { throw .init(description: "\(words[0]) does not start") }
            children.append(child)
        }
        sleep(1)
    }

    deinit {
        children = []
        _ = system("rm -rf -- \(directory)")
    }

    private func write(_ text: String, to path: String) -> Bool {
        guard let stream = fopen(path, "w") else { return false }
        defer { fclose(stream) }
        return fputs(text, stream) >= 0
    }

    private var configuration: String {
        """
        daemon off;
        user root;
        pid nginx.pid;
        worker_processes 1;
        events { worker_connections 512; }
        http {
          access_log off;
          sendfile on;
          keepalive_requests 1000000;
          client_body_temp_path b; proxy_temp_path p; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
          server { listen 127.0.0.1:8080; root \(directory); }
          server {
            listen 127.0.0.1:8443 ssl;
            ssl_certificate cert.pem;
            ssl_certificate_key key.pem;
            root \(directory);
          }
        }
        """
    }
}
