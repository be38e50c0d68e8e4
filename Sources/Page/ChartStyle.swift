/// How drawings look, in a page and in a file of their own.
///
/// Series take the colours of Okabe and Ito ("Color Universal Design", 2008), which people with any form of colour blindness
/// tell apart; where one is too faint on white (below 3 : 1, WCAG 2.2 §1.4.11) it is darkened. Dashes and the form of the dots
/// say the same once more.
enum ChartStyle {
    static let text: StaticString = """
        :root{--ink:#16202a;--soft:#5b6772;--faint:#e3e7ea;--paper:#fff;--panel:#f6f8f9;--accent:#0072b2;--load:#e9f1f7;\
        --good:#00775a;--bad:#b8401a;--warn:#8a5a00;\
        --s0:#0072b2;--s1:#c64a00;--s2:#00825f;--s3:#a8487f;--s4:#8f6b00;--s5:#2b7ab8;--s6:#5b4bb5;--s7:#444}
        @media screen and (prefers-color-scheme:dark){:root{--ink:#e8edf1;--soft:#9aa7b2;--faint:#2b343c;--paper:#11161a;--panel:#181f25;\
        --accent:#56b4e9;--load:#1c2a35;--good:#3cc79a;--bad:#ff8a5c;--warn:#e6b23c;\
        --s0:#56b4e9;--s1:#f0894a;--s2:#2fc498;--s3:#e08fbd;--s4:#f0e442;--s5:#8fc7ef;--s6:#b3a6ff;--s7:#bbb}}
        svg.plot{display:block;width:100%;height:auto;overflow:visible;font:12px system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
        svg .t{fill:var(--soft);font-size:12px;font-variant-numeric:tabular-nums}
        svg .strong{fill:var(--ink);font-weight:600}
        svg .halo{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}
        svg .paper{fill:var(--paper)}
        svg .grid{stroke:var(--faint);fill:none}
        svg .edge{stroke:var(--faint);fill:none;stroke-width:1}
        svg .band{fill:transparent}svg .band.loaded{fill:var(--load)}
        svg .scored{stroke:var(--accent);stroke-width:3;fill:none}
        svg .hatch{stroke:var(--soft);stroke-width:1.4;opacity:.55;fill:none}
        svg .s0{--c:var(--s0)}svg .s1{--c:var(--s1);--d:7 3}svg .s2{--c:var(--s2);--d:2 3}svg .s3{--c:var(--s3);--d:9 3 2 3}\
        svg .s4{--c:var(--s4);--d:12 4}svg .s5{--c:var(--s5);--d:4 4}svg .s6{--c:var(--s6);--d:2 2 6 2}svg .s7{--c:var(--s7);--d:1 4}
        svg.s0{--c:var(--s0)}svg.s1{--c:var(--s1);--d:7 3}svg.s2{--c:var(--s2);--d:2 3}svg.s3{--c:var(--s3);--d:9 3 2 3}\
        svg.s4{--c:var(--s4);--d:12 4}svg.s5{--c:var(--s5);--d:4 4}svg.s6{--c:var(--s6);--d:2 2 6 2}svg.s7{--c:var(--s7);--d:1 4}
        svg .line{fill:none;stroke:var(--c);stroke-width:1.2;stroke-linejoin:round;stroke-dasharray:var(--d,none);opacity:.6}
        svg .line.dense{opacity:.9;stroke-width:1;stroke-dasharray:none}
        svg .line.wide{stroke-width:2;opacity:1}
        svg .dot{fill:none;stroke:var(--c);stroke-width:3.6;stroke-linecap:round}
        svg .s1 .dot,svg .s3 .dot,svg .s5 .dot,svg .s7 .dot{stroke-linecap:butt;stroke-linecap:square;stroke-width:3.2}
        svg.narrow .dot{stroke-width:2.6}
        svg .dot.large{stroke-width:7}
        svg .mark{fill:var(--paper);stroke:var(--c);stroke-width:1.6}svg .mark.full{fill:var(--c)}
        svg .area{fill:var(--accent);fill-opacity:.22;stroke:var(--accent);stroke-width:1.2}
        svg .upload .area{fill-opacity:.1;stroke-dasharray:4 2}
        svg .step{fill:var(--panel);stroke:none}svg .step.given{fill:var(--load)}
        svg .span{stroke:var(--ink);stroke-width:1.5;fill:none}
        svg .value{fill:var(--paper);stroke:var(--ink);stroke-width:1.6}svg .value.first{fill:var(--accent);stroke:var(--paper)}
        svg .track{fill:var(--faint)}svg .fill{fill:var(--accent)}svg .may{fill:var(--accent);fill-opacity:.25}
        svg .cursor{stroke:var(--ink);stroke-width:1;stroke-dasharray:2 2;fill:none}
        svg g:focus{outline:none}svg g:focus .band,svg g:hover>.band{stroke:var(--accent);stroke-width:1.5}
        svg g.curve:focus .line,svg g.curve:hover .line{stroke-width:3.4}
        svg g.point:focus .value{stroke:var(--accent);stroke-width:3}
        """
}
