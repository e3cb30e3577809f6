/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * See page.h: colours, letters and shapes.
 *
 * Colours are those that people with any colour vision can tell apart (Okabe
 * and Ito 2008), of maps orange against blue; nothing is said by colour alone.
 */
#include "tools/page.h"

static const char light[] =
    ":root{--paper:#fff;--ink:#1f2328;--faint:#59636e;--line:#d1d9e0;"
    "--band:#f6f8fa;--good:#0b5fa5;--bad:#a64b00;\n"
    "--s0:#0072b2;--s1:#d55e00;--s2:#009e73;--s3:#b0508c;--s4:#3d3d8f;"
    "--s5:#8a6d00;--s6:#2f8fc4;--s7:#6b6b6b;\n"
    "--h0:#b35806;--h1:#ee9a3a;--h2:#fde0b8;--h3:#f4f4f4;--h4:#d3e6f2;"
    "--h5:#94c5e0;--h6:#3a7fb8;--h7:#154f8a;\n"
    "--i0:#fff;--i1:#201400;--i2:#201400;--i3:#333;--i4:#0b1d2b;--i5:#0b1d2b;"
    "--i6:#fff;--i7:#fff;\n"
    "--c0:#fdebd3;--c1:#f4f4f4;--c2:#deebf5;--c3:#bcd7eb;--c4:#8dbadb;"
    "--c5:#3a7fb8;--c6:#154f8a;--j5:#fff}\n";

static const char dark[] =
    "@media screen and (prefers-color-scheme:dark){:root{--paper:#12161c;"
    "--ink:#e6edf3;--faint:#9aa4af;--line:#3d4650;--band:#1b2129;"
    "--good:#7cc0f5;--bad:#f5a55a;\n"
    "--s0:#56b4e9;--s1:#ff8a4c;--s2:#2fc99a;--s3:#e59ac4;--s4:#a9a9f5;"
    "--s5:#e0be4a;--s6:#9ad4f5;--s7:#b0b0b0;\n"
    "--h0:#ffb765;--h1:#c47a1f;--h2:#5f4522;--h3:#2a3038;--h4:#213d54;"
    "--h5:#2c6491;--h6:#4b9bd8;--h7:#a5d4fa;\n"
    "--i0:#201400;--i1:#fff;--i2:#fde0b8;--i3:#d0d7de;--i4:#d3e6f2;--i5:#fff;"
    "--i6:#06121c;--i7:#06121c;\n"
    "--c0:#5f4522;--c1:#2a3038;--c2:#213d54;--c3:#2c5f88;--c4:#3a7fb8;"
    "--c5:#6fb1e4;--c6:#b3dcfb;--j5:#06121c}}\n";

static const char rules[] =
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;max-width:1280px;padding:24px 28px 60px;"
    "background:var(--paper);color:var(--ink);font:15px/1.5 system-ui,"
    "\"DejaVu Sans\",sans-serif}\n"
    "h1{font-size:28px;line-height:1.2;margin:0 0 6px}"
    "h2{font-size:21px;margin:44px 0 10px;padding-top:12px;"
    "border-top:2px solid var(--line)}"
    "h3{font-size:16px;margin:26px 0 6px}"
    "p{margin:6px 0;max-width:100ch}a{color:var(--good)}\n"
    ".faint,figcaption,.note{color:var(--faint)}"
    "nav a{margin-right:14px;white-space:nowrap}\n"
    ".tiles{display:flex;flex-wrap:wrap;gap:12px;margin:14px 0}"
    ".tile{border:1px solid var(--line);border-radius:8px;padding:10px 16px;"
    "flex:1 1 190px;background:var(--band)}"
    ".tile b{display:block;font-size:27px;line-height:1.25;"
    "font-variant-numeric:tabular-nums}"
    ".tile span{color:var(--faint);font-size:13px;line-height:1.35;"
    "display:block}\n"
    ".warn{border-left:4px solid var(--bad);background:var(--band);"
    "padding:8px 14px;margin:12px 0;max-width:none}.warn p{max-width:none}\n"
    "table{border-collapse:collapse;font-size:13px;"
    "font-variant-numeric:tabular-nums;line-height:1.35}"
    "th{text-align:right;font-weight:600;color:var(--faint);"
    "border-bottom:1px solid var(--line);padding:3px 7px;"
    "vertical-align:bottom}"
    "td{text-align:right;padding:3px 7px;border-bottom:1px solid var(--band);"
    "white-space:nowrap}"
    "th.l,td.l{text-align:left}td.w{white-space:normal;overflow-wrap:anywhere}"
    "tbody tr:hover{background:var(--band)}"
    ".good{color:var(--good);font-weight:600}"
    ".bad{color:var(--bad);font-weight:700}\n"
    ".scroll{overflow-x:auto}"
    "figure{margin:6px 0 22px;display:flex;flex-wrap:wrap;gap:10px 26px;"
    "align-items:flex-start}figure svg{max-width:100%;height:auto}"
    "figure .half{flex:0 1 560px}figure .half+.scroll{flex:1 1 420px;"
    "min-width:0}\n"
    ".keys{font-size:13px;display:flex;flex-wrap:wrap;gap:3px 16px;"
    "margin:4px 0}.key{white-space:nowrap}.key svg{vertical-align:-3px;"
    "margin-right:5px}\n"
    "svg text{font:12.5px system-ui,\"DejaVu Sans\",sans-serif;"
    "fill:var(--ink)}svg .faint{fill:var(--faint)}"
    "svg .end{text-anchor:end}svg .middle{text-anchor:middle}\n"
    ".cell{stroke:var(--paper);stroke-width:1}"
    "svg .sign{text-anchor:middle;font-size:12px;"
    "font-variant-numeric:tabular-nums}svg .strong{font-weight:700}\n"
    ".axis{stroke:var(--faint);fill:none}.grid{stroke:var(--line);"
    "stroke-width:.7}.limit{fill:none;stroke:var(--ink);stroke-width:1.6;"
    "stroke-dasharray:6 4}.curve{fill:none;stroke-width:1.8}"
    ".bar{fill:none;stroke-width:1.2}\n";

static const char print[] =
    "@media print{body{max-width:none;padding:0;font-size:10pt}"
    "nav{display:none}h2{break-after:avoid}h3{break-after:avoid}"
    "figure,.tile,tr{break-inside:avoid}"
    "figure{gap:4px 10px;flex-wrap:nowrap}"
    "figure>*{min-width:0}figure .half{flex:0 1 40%}h3{margin:10px 0 2px}"
    "table{font-size:7.2pt}th,td{padding:1px 3px}.scroll{overflow:visible}"
    "*{-webkit-print-color-adjust:exact;print-color-adjust:exact}}\n"
    "@page{size:A4 landscape;margin:12mm}\n";

void page_style(FILE *out)
{
    fprintf(out, "<style>\n%s%s%s", light, dark, rules);
    for (int i = 0; i < PAGE_SERIES; i++) {
        fprintf(out,
                ".s%d{stroke:var(--s%d)}.f%d{fill:var(--s%d)}.h%d{fill:var("
                "--h%d)}svg .h%d-ink{fill:var(--i%d)}\n",
                i, i, i, i, i, i, i, i);
    }
    for (int i = 0; i < 7; i++) {
        fprintf(out, ".c%d{fill:var(--c%d)}svg .c%d-ink{fill:var(--%s)}\n", i,
                i, i, i < 5 ? "ink" : "j5");
    }
    fprintf(out, "%s</style>\n", print);
}

/* Each as large to the eye as the others. */
void page_markers(FILE *out)
{
    static const char *const shapes[PAGE_SERIES] = {
        "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0 -8.4 0z",
        "M-3.8 -3.8h7.6v7.6h-7.6z",
        "M0 -5L4.8 3.6H-4.8z",
        "M0 -5.4L5.4 0L0 5.4L-5.4 0z",
        "M0 5L4.8 -3.6H-4.8z",
        "M-1.5 -5h3v3.5h3.5v3h-3.5v3.5h-3v-3.5h-3.5v-3h3.5z",
        "M-5 -3L-3 -5L0 -2L3 -5L5 -3L2 0L5 3L3 5L0 2L-3 5L-5 3L-2 0z",
        "M-5.2 -1.8h10.4v3.6h-10.4z",
    };

    fputs("<svg width=\"0\" height=\"0\" style=\"position:absolute\" "
          "aria-hidden=\"true\"><defs>\n",
          out);
    for (int i = 0; i < PAGE_SERIES; i++) {
        fprintf(out, "<path id=\"m%d\" d=\"%s\"/>\n", i, shapes[i]);
    }
    fputs("</defs></svg>\n", out);
}
