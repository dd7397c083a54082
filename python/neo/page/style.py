# style.py - how a page looks
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Colours follow what the reader's system prefers, light or dark; predicted and measured
have one colour each wherever they stand."""

STYLE = """
:root { --ink: #1b1f24; --soft: #5c6670; --line: #d5dae0; --paper: #fff; --box: #f5f7f9;
  --predicted: #9bb4cf; --measured: #d1742c; --held: #5b8c6e; color-scheme: light dark }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8ec; --soft: #98a2ad;
  --line: #39414a; --paper: #14181c; --box: #1d2329; --predicted: #54708f;
  --measured: #e08c4a; --held: #6fa886 } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 1200px; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem; overflow-wrap: anywhere } h2 { font-size: 1.05rem; margin-top: 2rem }
p, li { max-width: 60rem } .soft { color: var(--soft) }
code, pre, .code { font: 13px/1.45 ui-monospace, monospace }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--box);
  padding: .6rem .8rem; border-radius: 4px }
.wide { overflow-x: auto } .tall { max-height: 80vh; overflow-y: auto;
  border: 1px solid var(--line); border-radius: 4px }
table { border-collapse: collapse; width: 100% }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line);
  white-space: nowrap; vertical-align: top; font-variant-numeric: tabular-nums }
th { font-weight: 600; color: var(--soft) }
td.what { text-align: left; white-space: normal; overflow-wrap: anywhere;
  min-width: 16rem } th.what { text-align: left }
tr:target { background: var(--box); outline: 2px solid var(--measured) }
td.what div { font-family: system-ui, sans-serif; margin-top: .15rem }
svg text { fill: var(--ink); font: 12px ui-monospace, monospace }
svg .soft { fill: var(--soft) } svg .box { fill: var(--box); stroke: var(--line) }
svg .once { stroke-dasharray: 4 3 } svg .edge { fill: none; stroke: var(--soft);
  stroke-opacity: .55 } svg a:hover .box { stroke: var(--measured) }
svg .axis { stroke: var(--line) }
.predicted { fill: var(--predicted) } .measured { fill: var(--measured) }
.held { fill: var(--held) }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 2px;
  margin: 0 .3em 0 1em } .key.p { background: var(--predicted) }
.key.m { background: var(--measured) } .key.h { background: var(--held) }
summary { cursor: pointer }
"""
