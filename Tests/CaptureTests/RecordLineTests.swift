import LinecheckCapture
import Testing

/// The text of each record, as `fixtures/README.md` promises it. A change here is a change of the format.
@Suite struct RecordLineTests {
    static let golden: [(Record, String)] = [
        (
            Examples.target,
            #"{"type":"target","t":1000000,"probe":"gateway","name":"@gateway","address":"192.0.2.1","source":"192.0.2.7","family":"ipv4","protocol":"icmp","stamp":"kernel-receive"}"#
        ),
        (
            Examples.unavailable,
            #"{"type":"target","t":1000000,"probe":"gateway","name":"@gateway","protocol":"icmp","unavailable":"no default gateway"}"#
        ),
        (Examples.phase, #"{"type":"phase","t":2000000,"phase":"idle","state":"cut-short","reason":"data-cap"}"#),
        (Examples.event, #"{"type":"event","t":2000000,"event":"guard","subject":"data-cap","reason":"end-phase"}"#),
        (
            Examples.reply,
            #"{"type":"sample","probe":"gateway","seq":1,"t":3000000,"rtt":1234567,"ttl":64,"from":"192.0.2.9","bytes":64,"delay":-5,"stamp":"user"}"#
        ),
        (Examples.lost, #"{"type":"sample","probe":"gateway","seq":2,"t":203000000,"lost":"timeout"}"#),
        (
            Examples.failed,
            #"{"type":"sample","probe":"tcp","seq":3,"t":403000000,"failed":"syn_retransmitted","code":0,"connect":1020000000}"#
        ),
        (Examples.late, #"{"type":"late","t":2300000000,"probe":"gateway","seq":2,"rtt":2097000000}"#),
        (
            Examples.duplicate,
            #"{"type":"duplicate","t":2301000000,"probe":"gateway","seq":1,"rtt":2298000000,"from":"192.0.2.9"}"#
        ),
        (
            Examples.foreign,
            #"{"type":"foreign","t":2302000000,"probe":"gateway","from":"198.51.100.4","reason":"cookie","count":17}"#
        ),
        (Examples.bytes, #"{"type":"bytes","t":2400000000,"load":"download","stream":3,"total":52428800}"#),
        (
            Examples.stream,
            #"{"type":"stream","t":2401000000,"load":"download","stream":3,"event":"response","status":403,"host":"speed.example","address":"203.0.113.10","connect":14000000,"tls":31000000,"first_byte":60000000,"congestion":"cubic","bytes":1,"reason":"not 2xx"}"#
        ),
        (
            Examples.tcp,
            #"{"type":"tcp","t":2402000000,"load":"download","stream":3,"rtt":14200000,"retransmits":2,"cwnd":10,"delivery_rate":65000000,"busy":90000000,"rwnd_limited":0,"sndbuf_limited":1000000}"#
        ),
        (
            Examples.selfCheck,
            #"{"type":"self","t":2403000000,"cpu_ns":12000000,"busy_ns":50000000,"timer_late_p99":80000,"rx_bytes":1000,"tx_bytes":2000,"local_drops":0}"#
        ),
        (Examples.result, #"{"type":"result","t":2404000000,"probe":"route","hop":3,"name":"é\"\n"}"#),
        (
            Examples.guardTrip,
            #"{"type":"guard","t":2405000000,"guard":"data-cap","subject":"download","observed":5000000000,"limit":4000000000,"action":"end-phase"}"#
        ),
        (
            Examples.gap,
            #"{"type":"gap","t":2406000000,"records":9,"reason":"cannot write: No space left on device"}"#
        ),
        (Examples.future, #"{"type":"weather","rain":true}"#),
        (
            .header(Examples.header),
            #"{"type":"capture","version":1,"id":"0123456789abcdef0123456789abcdef","software":{"name":"linecheck","version":"1.0.0","revision":"abc1234"},"started":"2026-11-30T03:18:15.042Z","clock":"CLOCK_MONOTONIC","host":{"os":"Linux","kernel":"6.1.0","arch":"x86_64","cpus":2},"network":{"interface":"wlan0","link":"wifi","gateway":"192.0.2.1","resolver":"192.0.2.53","mtu":1500,"signal":-61,"bit_rate":433300000},"options":["run","demo"],"loopback":false,"requires":[],"plan_source":"{\"plan\": 1}\n","plan":{"plan":1},"rules":null,"plan_sha256":"aa","rules_sha256":"bb"}"#
        ),
    ]

    @Test(arguments: golden.indices)
    func `each record has one text`(index: Int) throws {
        let (record, text) = Self.golden[index]
        var encoder = RecordEncoder()
        #expect(String(decoding: encoder.encode(record), as: UTF8.self) == text + "\n")
        #expect(try RecordDecoder.decode(text.utf8) == record)
    }

    @Test func `a checkpoint counts its own line and ends in the checksum of all before it`() throws {
        var encoder = RecordEncoder()
        let sample = encoder.encode(Examples.lost)
        let line = String(decoding: encoder.encode(Examples.sync(1_000, line: 99)), as: UTF8.self)
        let covered = #"{"type":"sync","t":1000000000,"wall":"2026-11-30T03:18:16.042Z","lines":2,"#
        var crc = CRC32C()
        crc.update(sample)
        crc.update(covered.utf8)
        #expect(line == covered + "\"crc32c\":\"\(crc.text)\"}\n")
    }

    @Test func `a verdict's checksum covers its own line only`() {
        var encoder = RecordEncoder()
        _ = encoder.encode(Examples.lost)
        let covered = #"{"type":"verdict","judge":1,"score":null,"share":0.25,"#
        var crc = CRC32C()
        crc.update(covered.utf8)
        let line = String(decoding: encoder.encode(Examples.verdict), as: UTF8.self)
        #expect(line == covered + "\"crc32c\":\"\(crc.text)\"}\n")
    }

    @Test(arguments: [
        (#"{"type":"sample","probe":"a","seq":1,"t":1}"#, "lost"),
        (#"{"type":"sample","probe":"a","seq":1,"t":1,"rtt":2,"lost":"timeout"}"#, "one of rtt, lost, failed"),
        (#"{"type":"sample","probe":"a","seq":1,"t":1,"rtt":-2}"#, "negative"),
        (#"{"type":"sample","probe":"a","seq":1,"t":1,"failed":"bad_luck"}"#, "bad_luck"),
        (#"{"type":"sample","probe":"a","seq":1,"t":1.5,"rtt":2}"#, "whole number"),
        (#"{"type":"sample","probe":"a","seq":1,"t":9007199254740992,"rtt":2}"#, "2^53"),
        (#"{"type":"bytes","t":1,"load":"l","stream":0,"total":9223372036854775807}"#, "2^53"),
        (#"{"type":"sample","probe":"a","seq":9007199254740992,"t":1,"rtt":2}"#, "2^53"),
        (#"{"type":"sample","seq":1,"t":1,"rtt":2}"#, "\"probe\" of the sample record is missing"),
        (#"{"type":"sample","probe":7,"seq":1,"t":1,"rtt":2}"#, "not a string"),
        (#"{"type":"bytes","t":1,"load":"l","stream":0,"total":-1}"#, "negative"),
        (#"{"probe":"a","type":"sample"}"#, "first key"),
        (#"{"type":"phase","t":1,"phase":"p","state":"dancing"}"#, "none of: running"),
        (#"["type","sample"]"#, "{ to }"),
        (#"{"type":"sample","type":"sample","probe":"a","seq":1,"t":1,"rtt":2}"#, "stands twice"),
        (#"{"type":"sample","probe":"a","seq":01,"t":1,"rtt":2}"#, "column 36"),
    ])
    func `a malformed record says which key and why`(line: String, reason: String) {
        let error = #expect(throws: MalformedRecord.self) { try RecordDecoder.decode(line.utf8) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "no error")")
    }

    @Test func `keys of a later version are skipped, in any order and with any white space`() throws {
        let line = #"{"type":"sample", "new":{"a":[1]},"t":203000000,"seq":2,"lost":"timeout","probe":"gateway"}"#
        #expect(try RecordDecoder.decode(line.utf8) == Examples.lost)
    }
}
