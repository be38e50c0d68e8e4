/// The words that every copy of this program holds, so that none of them can tell anything about anybody: those of its own
/// sentences and of the formats it reads and writes, of the bundled plans and rules, and of what the system says of errors.
///
/// A word of our sentences that is missing here would be taken for a name, and a redacted verdict would differ from the one
/// that judging makes; a test compares this list with the sources.
enum Vocabulary {
    static let words = Set(list.split(whereSeparator: { $0.isWhitespace }).map(String.init))

    private static let list = """
        _ __down __ping __up a a-z a-z0-9_ a-za-z aaaa aarch64 abort aborted about above abs absence-as-value absent
        accept accept-charset accept-encoding accept-language accept-ranges access access-control-allow-origin
        accessing achieved acknowledged action add added additionalproperties addr address addresses adds
        admin_prohibited adminprohibited advertise after after-end aftercomma afterend again against age aggregated
        ago aim alert alike alive all allocate allow allowed alone along alpn already also although always amounts
        an and anode another answer answered answers any anybody anyload anyof anyone apart appeared append
        application apr arch are argument armv7l around arpa array arrived as ascii ask asked asking asks assign
        assume at at-fault at_best at_least at_most at_worst atleast attached attempt attempted attempting attempts
        aug auth authenticated authority authorization auto available average averaged avoided awaitsreading
        awaitswriting awake away b b387f42 back backend backslash backup backward-goto backwards bad bad-name bad-quantity
        bad-setting bad-target bad-threshold bad-type bad-value badrequest band bare base baseline bash
        bash_completion bbr be bearer because been before begin beginning begins behind being belong belongs below
        beside besides best better between beyond beyond-gateway binary bind bit bit_rate block blockheader body
        boolean both bound bps bracket break bridge bring broken bssid budget buffer buffer_limited bufferbloat
        bufferbloat-1 bufferbloat_test building bundled burst bursts busiest busy busy_baselines busy_ns
        busy_seconds but by byte bytes bytes_at_most c ca cable cache-control cake call call-1 calls came can
        canceled cancelled cannot cannot_rule_out cap cap_net_raw capture captured captures card care carries carry
        catalogues categories cause caused cellular cert certain certificate certificates chain change changed
        changes channel character characters charset check checks checksum child choose chunk chunked chunks
        chunktoolarge ci cipher cksize clamped class clean cleaning client clock clock_monotonic close closed closes
        closing cloudflare cloudflare-aim-calls cloudflare-aim-gaming cloudflare-aim-streaming cmd cname code codec
        coding cold colon column com come comes comma commented comments communication compare compare-families
        compare-families-1 compared comparison comparisons complete completed completion completions component
        components compression concurrent cond condition conditions conf confidence config configured
        conflicting-keys conflictinglength congestion congestion_control connect connected connection
        connection_closed connection_refused connection_reset connectionclosed connectionrefused connectionreset
        connections const contains content content-disposition content-encoding content-language content-length
        content-location content-range content-type contenttoolarge continuation continue contract contradicting
        control conversation conversations converted convicts cookie copy correct corrupt corrupted cost could count
        counted counts coverage cpu cpu_ns cpus cr crc32c create credentials cross-device cs_origin_timestamping csi
        csv cubic culprit cut cut-short cutshort cwnd d damaged data data-cap database datagram datalinefeed
        datareturn date dctcp dead deadline deadlock dec decryption deep deeper default defaults defined deflate
        delay delays delivery_rate denied description descriptor desired destination determined dev device devtype
        did died differed differences different differs digits dir direction directions directly directory disk
        distance distributions distrust divided division dmesg dns dns-message dns-query dns-tcp dns_error
        dns_malformed dns_nodata dns_nxdomain dns_refused dns_servfail dnserror dnsmalformed dnsnodata dnsnxdomain
        dnsrefused dnsservfail do document documentation does doh domain done dot dots double down downgraded
        download download4 download6 download_increase download_rate download_rise download_rise_max
        download_rise_p95 download_rpm download_uplift downloading downloads draft draft-ietf-ippm-responsiveness-09
        drain drains draw driver drop dropfirst dropped drops drops-at-home dscp dslreports due duplicate
        duplicate-key duplicate-name duplicate-phase duplicate-step duplicates duration duration_at_most during e
        each early echo editor eight either else embedded embeds empty empty-list empty-scale end end-phase ended
        endedinbody endedinhandshake endedinhead endphase endpoint endpoints ends entries enum environment ep
        epoll_create1 epoll_ctl epoll_wait equal error errors escape etag etc eth0 ethernet even evenly event
        eventfd every everybody everything evidence exactly example examples exceeded excellent exchange exchanged
        exchanges exe exec exists exit expect expectation expectationfailed expectations expected expired expires
        explain export expression expression-syntax expressions extended_errors extension f fail failed fails
        failure fair falling falls false families family faq far fare farther fast faster fastest fault fd feb fell
        fetch few fewer fffd field fields fifteen file files fill filled fills filter finds finer finish finite fire
        fired fires first first_byte first_line first_of fish fit fix fixed flag folded foldedfield folder follow
        follows font for forbidden force foreign form format formula formulas forward found four fq_codel frame
        frames fri from front frozen ftruncate full function functions g game games gaming gap garbage gateway
        gateway-gone gateway_burst gateway_download_rise gateway_healthy gateway_rise gateway_upload_rise gb gbit
        gbps generic get getpeername getrandom gets getsockname getsockopt gib github give given gives gmt go goaway
        goes going gone good goon goto grade graded grades great greater greaterorequal group groups growing guard
        guards guidance gzip h h2 had half halted handle handshake handshakes hang hangs happens hardware has have
        head header headers headtoolarge health health-1 healthy hear heard hence here hexadecimal hide hides higher
        history hold holds hop hops host host_unreachable hostname hostunreachable hour hours how htcp html http
        http_malformed http_proxy http_redirect http_status httpmalformed httpredirect https https_proxy httpstatus
        hundredth hyphens i icmp icmpv6 id identifier identity idle idle_latency idle_loss idle_lost idle_quartile
        idle_rpm ietf if if-match if-modified-since if-none-match if-range if-unmodified-since illegal implemented
        in in_order inappropriate include include-conflict include-cycle included includes incomplete index inf
        infinity influx inline input inputends inputs insecure inside installed instead integer interface
        internalconfig internet internet2 interrupted interval into invalid invalid-utf8 ioctl
        ip_bind_address_no_port ip_recverr ip_recvttl ipdv_mean ipdvmean ipv4 ipv4-faster ipv4-lags ipv4_lead
        ipv4_rise ipv6 ipv6-faster ipv6-lags ipv6_recverr ipv6_recvhoplimit ipv6_rise ipv6_route ipv6_v6only is
        isatpath isempty isp isp-downstream issuer it items its itself itu-t jan jitter jitter_rfc3550 jitterrfc3550
        join jq js json json-schema jsonl judge judged judges jul jun junit kb kbit kbps keep keep-alive keep-awake
        keep_awake keeps kept kernel kernel-receive kernelreceive key keyexpected keys kib killed kind kk know known
        knows l lab labels lack lag lags language large larger last last-modified last_line lasts late latency
        latencygradethresholds later latest latest_end leads leads_to least leave leaves leaving left leg length
        lengthrequired lengths less lessorequal let letter letters level levels lf lib libraries library libreqoe
        libreqos librespeed like likely limit limited_by limits line line-count linecheck linecheck-body
        linecheck-probe linecheck-talk linecheck_state linecheck_text linecount lines link link-local links linux
        list listed listen lists little lo load load-failed load-moving load-ticks load4 load6 loaded
        loaded_latency_increase loaded_rtt loads local local-queue local-wifi local_drops local_error local_errors
        local_link localerror localerrors localhost location locations locks long longer longest look look-up lookup
        loopback loses loss losses lossy lost lower lower-case m machine machine_busy made mail make makes malformed
        malformedchunk malformedfield malformedlength malformedstartline man manage management manual many map mar
        margin mark markdown marks matter max max-bytes max-forwards maximum may mb mbit mbps md me mean meaning
        means measure measured measurement measuring median medians medium meets members memfd_create memory mend
        message message_too_long messagetoolong method methodnotallowed metric metrics mib microsoft middle min mine
        minimum minlength minus minute minute_jitter minutejitter minutes mirrors mismatch misplaced-key missed
        misses missing missing-key missing-statistic missing-unit missingunit mmap modem modem-or-line mon monday
        monitor monitor-plan more most move moved moves moving ms mtu much multibyte multihop must mx my-line
        my-plan my-rules n name name-download name-upload name_unresolved named names nameserver nameunresolved nan
        near nearer nearest nearly needed needs negative neighbour_unresolved neighbouring neighbourunresolved
        neither nested nested-variable net network network_unreachable networkunreachable never never-holds
        never-reached new newer newer-language newer-version newerversion next night nil no no-end no-phase no-store
        no_address no_buffer no_proxy no_route noaddress nobody nobuffer nochecksum node_exporter noise non-socket
        none nor noroute not not-a-capture not-fired not-reached not-yet not_after not_before notacapture note
        notequal notes notfired notfound nothing nothing-counted notimplemented notinorder notreached nottls nov now
        ns null number numbers numerical o object observed oct octet-stream of offer offers offline often ok old
        older oldest oldversion on on-change on_load_failure once one one-way ones only open open-scale opened
        operation operator opinions optional optional-in-rule options or order orderly org os other others otherwise
        otlp out out-of-range out_of_order outage outcome outcome_reason output over overflow overlap overlong
        owd_down owd_down_rise owd_up owd_up_rise owddown owdup own own_busy own_cpu owner p p25 p50 p90 p95 p99
        pace package packet packet_loss packet_too_big packets packettoobig page pair parameter_problem
        parameterproblem parenthesis part partial parts pass passed passphrase password past path pattern
        patternproperties payload pdv_p95 pdvp95 peer pem pending people per percentile permission permission_denied
        permissiondenied permitted phase phases photo php phy80211 ping ping_group_range pinged pings pinned pipe
        place places placetext plain plainly plan plan_sha256 plan_source planned plans plateau plot plots pointer
        points pong poor port port_unreachable portunreachable possible post power ppm pri print priority privileges
        probe probe-done probe-twice probe_rise probes problem proc process processes processors program progress
        prom prometheus properties protocol protocol_unreachable protocols protocolunreachable proves provider proxy
        proxy-authenticate proxy-authorization prune pseudonym pseudonyms psk pthread_create ptr public purpose
        pushpromise q quantity quantityorcondition quantityorgrade quartile query question questioning queue queued
        quick quick-1 quickly quiet quota quotes r radio raise ran range rate rates rating ratings ratio raw rcode
        rcv_rtt rcv_wnd reached reaches read read-only reading readme reads reason receive receive-window received
        receivewindow record recorded records recover recoverable recovered recovery recv recvmmsg recvmsg redact
        redacted redirect redirected redirects reference references referer reflect refresh refusal refusals refuse
        refused refuses rejected remembered remote remove removed removes rename reno reopen reopenings repair
        repeated replaced replay replayed replies reply report reports request requested requests requesttimeout
        required requires reset resolv resolve resolved resolver resource resources response responses
        responsiveness rest rest_rtt restarted result results resumed retransmits retry-after return reuse revision
        revoked rewrite rewritten rf-kill rfc rfs right riscv64 rise rise_max rise_p95 rises room root rough round
        route router row rows rpm rpm-from-ping rtc rtt rttmax rttp50 rttp95 rule rule-never-fires ruler rulers
        rules rules_sha256 run running runs rwnd_limited rx_bytes s said same sample samples sat save saves say says
        scalar scale scales scan scenarios schema scheme score scored scores second seconds secret section see seek
        seenfrom self self-signed semaphores send send-buffer sendbuffer sender sendfile sends sent sentence
        sentences sep seq sequence sequences series serve server server_name servers service session set set-cookie
        setcap sets setsockopt settings settle settle-too-long settled several severed severity sha256 shaper share
        shared shares shell short shorter should show shows shutdown side signal signature silence silent similar
        simulated since single size skipped slice sliding slot slow slower slowest slowly slows sm smaller smart
        sndbuf_limited sni so so_bindtodevice so_linger so_rcvbuf so_rcvbufforce soa soak soak-1 socket software
        some someone something sorted source source_quench sourcequench space spaces span spans speak speaks special
        specific speed speedtest spent splice src srmount ssid stability stale stall stamp stamps stand standard
        stands start start_within started starts stat state statistic statistics status statuses stay stayed stays
        stddev stdin steadiness steady step steps still stop stopall stopped stops stored stream streaming streams
        strict strict-transport-security stricter string strings structure stuttered stutters subject subtract such
        suits sum sun supported sure surrogate suspect suspend suspended suspensions svg switch symbol symbolic
        syn_retransmitted sync synchronized synretransmitted syntax sys sysctl system systemd t tail take taken
        takeprobe takes talk target task tb tcp tcp_congestion tcp_info tcp_nodelay tcp_quickack te teams tell tells
        temporarily ten terms test tests text textfile texts than that the their them themselves then there these
        they this this-host thishost those thread thread-self three threshold through throughout throw thu tib time
        timed timedout timeout timer timer_late timer_late_p99 timerfd_create timerfd_settime timers times title tls
        tls10 tls11 tls12 tls13 tls_alert tls_expired tls_failed tls_not_tls tls_unsupported tls_untrusted
        tls_version tls_wrong_name tlsalert tlsexpired tlsfailed tlsnottls tlsunsupported tlsuntrusted tlswrongname
        tm tm95 to together token told too too-deep too-few-samples too-many too-many-includes too_many_files
        toofine toolong toomanyfiles tooslow top torn total traffic trailer transfer transfer-encoding transition
        translation transport travels trend trends tried trimmed trip trips true truncated trusted truth try ts ttl
        ttl_exceeded ttlexceeded tue tunnel turns twentieth twenty twice two two-ends two-subjects tx_bytes txt type
        u u00 udp uevent uint8 ulimit unable unanswered unavailable unbroken uncertain under under_load understood
        undetermined uneven unevenly unexpectedupgrade unfinished unique unit unit-mismatch units unknown
        unknown-key unknown-name unknown-plan unknown-requirement unknown-rules unknown-statistic unknown-unit
        unknown-var unknownrequirement unknowntransfercoding unmeasured unprivileged unreachable unreachable-phase
        unreachable-rule unreachable-step unreadable unsupportedversion until untilclose unusable unused-load
        unused-probe unused-var up update upgrade uplink-queue upload upload_increase upload_rise upload_rise_max
        upload_rise_p95 upload_rpm upload_uplift upload_url uploading uploads upper url us use used user user-agent
        users uses usual_minute utf-16 utf-8 utf8 valid value values var variable variables vars vary vegas veno
        verdict verdicts verified verify version versionnotsupported via video volunteers w wait waits wall wants
        warm warm-up warmup warning warnings was watched watches waveform way ways weak web wed well were westwood
        what whatever when whenever where whether which while white who whole whose why wi-fi wide wifi wifi-1 will
        window window_limited windowupdate wired wireless with within without wlan woken word words work-vpn works
        worse worst worst_minute worth would write writer writes writing written wrong wrong-type wwan www
        www-authenticate x86_64 xenix xn yes you your z zero zsh
        day srv held overflowed unverified gateway_slow gateway_uneven gateway_late passes sooner meanwhile price anything command
        help gateway_queue fifth things hh pp tt shortens cell telephone
        unless numeric bodies free unfed-streams feeds partialcontent
        """
}
