/// Tells what is under the pointer, or under a cursor that the arrow keys move. The page says the same without it, in tables.
enum PageScript {
    static let text: StaticString = """
        "use strict";
        (() => {
          const figure = document.getElementById("timeline"), data = document.getElementById("samples");
          if (!figure || !data) return;
          const series = JSON.parse(data.textContent), readout = figure.querySelector(".readout");
          const words = {"-1": "lost", "-2": "late", "-3": "failed"};
          const time = v => v < 0 ? words[v] : v < 1000 ? v + " us" : v < 1e6 ? (v / 1000).toFixed(1) + " ms" : (v / 1e6).toFixed(2) + " s";
          const nearest = (list, t) => {
            let low = 0, high = list.length - 1;
            while (low < high) { const middle = (low + high) >> 1; if (list[middle] < t) low = middle + 1; else high = middle; }
            return low > 0 && t - list[low - 1] < list[low] - t ? low - 1 : low;
          };
          const tip = document.createElement("div");
          tip.className = "tip"; tip.hidden = true; document.body.append(tip);
          for (const svg of figure.querySelectorAll("svg.plot")) {
            const at = name => Number(svg.dataset[name]), [from, to, span] = [at("from"), at("to"), at("span")];
            const cursor = document.createElementNS("http://www.w3.org/2000/svg", "path");
            cursor.setAttribute("class", "cursor"); svg.append(cursor);
            const main = series.reduce((a, b) => b.t.length > a.t.length ? b : a, series[0]);
            let index = 0;
            const show = t => {
              const near = Math.max(1000, span / 100);
              const lines = series.flatMap(s => {
                if (!s.t.length) return [];
                const i = nearest(s.t, t);
                return Math.abs(s.t[i] - t) < near ? [s.name + ": " + time(s.v[i])] : [];
              });
              const x = from + (to - from) * t / span;
              cursor.setAttribute("d", `M${x} ${at("top")}V${at("bottom")}`);
              tip.textContent = [(t / 1000).toFixed(1) + " s", ...lines].join("\\n");
              const box = svg.getBoundingClientRect(), scale = box.width / svg.viewBox.baseVal.width;
              tip.hidden = false;
              const left = Math.min(box.left + x * scale + 12, document.documentElement.clientWidth - tip.offsetWidth - 8);
              tip.style.left = Math.max(8, left) + scrollX + "px";
              tip.style.top = box.top + scrollY + at("top") * scale + 8 + "px";
              return lines;
            };
            const hide = () => { tip.hidden = true; cursor.removeAttribute("d"); };
            svg.addEventListener("pointermove", event => {
              const box = svg.getBoundingClientRect();
              const x = (event.clientX - box.left) * svg.viewBox.baseVal.width / box.width;
              if (x < from || x > to) return hide();
              const t = (x - from) / (to - from) * span;
              show(t); index = nearest(main.t, t);
            });
            svg.addEventListener("pointerleave", hide);
            svg.addEventListener("blur", () => { hide(); readout.textContent = ""; });
            svg.addEventListener("keydown", event => {
              const step = {ArrowRight: 1, ArrowLeft: -1, PageDown: 25, PageUp: -25, Home: -1e9, End: 1e9}[event.key];
              if (event.key === "Escape") return hide();
              if (!step || event.target !== svg || !main.t.length) return;
              event.preventDefault();
              index = Math.min(main.t.length - 1, Math.max(0, index + step));
              readout.textContent = (main.t[index] / 1000).toFixed(1) + " s, " + show(main.t[index]).join(", ");
            });
          }
        })();
        """
}
