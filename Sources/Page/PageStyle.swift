/// How the page around the drawings looks: quiet, one accent, the verdict first; light, dark, narrow and printed.
enum PageStyle {
    static let text: StaticString = """
        *{box-sizing:border-box}
        html{color-scheme:light dark;-webkit-text-size-adjust:100%}
        body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif;overflow-wrap:anywhere}
        main{max-width:1040px;margin:0 auto;padding:56px 32px 96px}
        p,ul,ol,dl,figure{margin:0}
        section{margin-top:72px}
        h1{font-size:clamp(1.65rem,4.2vw,2.75rem);line-height:1.15;letter-spacing:-.02em;font-weight:650;margin:.35em 0 .4em;max-width:22em;text-wrap:balance}
        h2{font-size:1.3rem;line-height:1.25;letter-spacing:-.01em;font-weight:650;margin:0 0 16px}
        h3{font-size:1rem;font-weight:650;margin:0 0 8px}
        .eyebrow,.quiet,figcaption,.note,.as-table summary{color:var(--soft);font-size:.875rem}
        .lead{font-size:1.125rem;color:var(--soft);max-width:44em}
        .figures{display:flex;flex-wrap:wrap;gap:36px 44px;margin-top:44px}
        .figures div{flex:0 1 auto;min-width:0}.figures .note{max-width:11em}
        .figures dt{font-size:.875rem;color:var(--soft)}
        .figures dd{margin:0}
        .figures .big{font-size:2.6rem;line-height:1.2;font-weight:650;letter-spacing:-.03em;font-variant-numeric:tabular-nums}
        .figures .medium{font-size:1.35rem;font-weight:600}
        .figures .unit{font-size:1.1rem;font-weight:500;letter-spacing:0;color:var(--soft)}
        .figures div:first-child .big{color:var(--accent)}
        .figures .unknown .big,.figures .unknown:first-child .big{color:var(--soft)}
        .whole{display:inline-block;max-width:100%}
        .next{margin-top:52px;border-left:3px solid var(--accent);padding:2px 0 2px 24px}
        .next h2{margin-bottom:8px}
        .next ol{padding-left:1.3em;max-width:44em}.next li{margin:.4em 0;padding-left:.2em}.next li::marker{color:var(--soft)}
        figcaption{margin-top:12px;max-width:52em}
        .legend{list-style:none;padding:0;margin:0 0 14px;display:flex;flex-wrap:wrap;gap:4px 22px;font-size:.875rem;color:var(--soft)}
        .panels .legend{margin:6px 0 0;gap:2px 14px}
        .legend b{color:var(--ink);font-weight:600}
        .swatch{width:34px;height:12px;vertical-align:-1px;margin-right:7px}
        svg.narrow{display:none}
        .readout{min-height:1.5em;font-size:.875rem;font-variant-numeric:tabular-nums}
        .panels{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,400px),1fr));gap:40px 36px;margin-top:20px}
        .panels figure{max-width:500px}
        .answers{border-top:1px solid var(--faint)}
        .answer{border-bottom:1px solid var(--faint);padding:14px 0}
        .answer summary{cursor:pointer;display:grid;grid-template-columns:9em 11em 1fr;gap:4px 20px;list-style:none;align-items:baseline}
        .answer summary::-webkit-details-marker{display:none}
        .answer .name{font-weight:650}
        .answer .say::after{content:" Rules";color:var(--accent);font-size:.875rem;white-space:nowrap}
        .answer .name,.answer .say,.badge{min-width:0}.badge{font-weight:600}.badge.good{color:var(--good)}.badge.bad{color:var(--bad)}.badge.suspect,.badge.open{color:var(--warn)}
        .rules{list-style:none;padding:14px 0 2px;margin:0;font-size:.875rem}
        .rules>li{display:flex;gap:12px;padding:7px 0}.rules>li>div{min-width:0}.rules .sign{width:1em;text-align:center;flex:none}
        .rules .fired{color:var(--ink)}.rules .not-fired,.rules .not-reached{color:var(--soft)}.rules .unknown .sign{color:var(--warn)}
        .rules ul{padding-left:1.1em;color:var(--soft)}
        code,.hash{font:.85em/1.5 ui-monospace,"SF Mono",Menlo,"DejaVu Sans Mono",monospace}
        .hash{color:var(--soft);font-size:.75rem}
        .scroll{overflow-x:auto;overflow-wrap:normal}
        table{border-collapse:collapse;width:100%;font-size:.875rem;font-variant-numeric:tabular-nums}
        caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
        th,td{text-align:left;vertical-align:top;padding:8px 14px 8px 0;border-bottom:1px solid var(--faint)}
        th:last-child,td:last-child{padding-right:0}
        thead th{color:var(--soft);font-weight:500;white-space:nowrap}tbody th{font-weight:600;min-width:7em}
        .number{text-align:right;white-space:nowrap}td ul.plain{list-style:none;padding:0;min-width:16em}
        .bar{width:120px;height:10px}
        .missing{color:var(--soft);white-space:normal}.number .missing{font-size:.75rem}.number .reason{display:block;max-width:15em;margin-left:auto}.number .colon{display:none}
        .as-table{margin-top:10px}.as-table summary{cursor:pointer}.as-table .scroll{margin-top:10px}
        .facts,.gaps{display:grid;grid-template-columns:minmax(9em,17em) 1fr;gap:8px 24px;font-size:.9375rem}
        .facts dt,.gaps dt{color:var(--soft)}.facts dd,.gaps dd{margin:0;min-width:0}
        .facts+.quiet{margin-top:16px}
        section>h3{margin-top:28px}section .scroll+.quiet{margin-top:12px;max-width:52em}
        .notes{padding-left:1.2em;max-width:48em}.notes li{margin:.3em 0}
        .tip{position:absolute;z-index:1;pointer-events:none;background:var(--ink);color:var(--paper);font-size:.8125rem;line-height:1.4;padding:6px 10px;border-radius:6px;white-space:pre;font-variant-numeric:tabular-nums}
        :focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:3px}
        .scroll:focus:not(:focus-visible){outline:none}
        footer{margin-top:72px;color:var(--soft);font-size:.8125rem}
        @media (max-width:719px){
        main{padding:28px 18px 64px}section{margin-top:52px}
        svg.wide{display:none}svg.narrow{display:block;max-width:520px}
        .figures{display:grid;grid-template-columns:1fr 1fr;gap:24px 16px;margin-top:28px}.figures .big{font-size:2.1rem}.figures .unit{font-size:.95rem}
        .next{margin-top:36px;padding-left:16px}
        .answer summary{grid-template-columns:1fr auto}.answer .say{grid-column:1/-1}
        .facts,.gaps{grid-template-columns:1fr;gap:0}.facts dd,.gaps dd{margin-bottom:12px}
        }
        @media print{
        :root{--ink:#000;--soft:#444;--faint:#ccc;--paper:#fff;--panel:#f2f2f2;--accent:#005a8c;--load:#eef3f7}
        body{font-size:11pt}main{padding:0;max-width:none}section{margin-top:28pt;break-inside:avoid-page}h2{break-after:avoid}
        svg.wide{display:block}svg.narrow,.readout,.as-table:not([open]){display:none}
        .answer .say::after{content:none}
        .figures{display:flex;gap:14pt 26pt;margin-top:20pt}
        }
        """
}
