# sections.py - the parts of a page about one program
# Part of Neo. SPDX-License-Identifier: Apache-2.0
"""Totals, graph, table of kernels, what is apart and why, gradients, memory, schedules."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from neo.explain_kernels import in_bytes, short
from neo.page.graph import drawing
from neo.page.memory import chart, held
from neo.page.report import Report
from neo.page.units import in_seconds
from neo.predicted import moved

_BAR = 150


def section(report: Report, prefix: str) -> Iterator[str]:
    """The HTML of one program; `prefix` begins its anchors."""
    yield f"<h1><code>{escape(report.title)}</code></h1>"
    yield f"<p>{_totals(report)}</p>"
    if not report.kernels:
        return
    yield "<h2>Kernels and what they read</h2>"
    yield drawing(report, prefix)
    yield "<h2>What each computes and takes</h2>"
    yield from _table(report, prefix)
    apart = report.words.apart()
    if apart:
        yield "<h2>Why they are apart</h2><ul>"
        yield from (f"<li>{escape(line.strip())}</li>" for line in apart)
        yield "</ul>"
    if report.gradients:
        yield "<h2>Gradients</h2><ul>"
        yield from (f"<li>{escape(line.strip())}</li>" for line in report.gradients)
        yield "</ul>"
    yield "<h2>Memory over time</h2>"
    yield _memory(report)
    yield chart(report)
    yield "<h2>Statements and schedules</h2><details><summary>all of them</summary>"
    details = "\n".join(report.words.details())
    yield f"<pre>{escape(details)}</pre></details>"


def _totals(report: Report) -> str:
    measured = [s for k, s in zip(report.kernels, report.measured) if not k.once]
    said = [escape(report.words.total())]
    often = [p * k.times for k, p in zip(report.kernels, report.predicted) if not k.once]
    said.append(f"predicted {in_seconds(sum(often))}" * bool(often))
    if measured and None not in measured:
        said.append(f"measured {in_seconds(sum(s or 0 for s in measured))} on one thread")
    elif measured:
        said.append("not measured kernel by kernel, for it has loops")
    of = "measured by neo.calibrate" if report.is_measured_machine else \
        "assumed, until neo.calibrate measures them"
    rates = report.rates
    machine = (f"Predicted by rates that are {of}: {short(rates['vectors'])} vector "
               f"instructions, {in_bytes(int(rates['cache']))} from the cache and "
               f"{in_bytes(int(rates['memory']))} from memory per second, "
               f"{in_seconds(rates['launch'])} for a launch.")
    return ", ".join(filter(None, said)) + f".<br><span class=soft>{machine}</span>"


def _table(report: Report, prefix: str) -> Iterator[str]:
    times = [t for k, p, m in zip(report.kernels, report.predicted, report.measured)
             if not k.once for t in (p, m) if t]
    longest = max(times, default=1.0)
    yield ("<p class=soft><span class='key p'></span>predicted<span class='key m'></span>"
           "measured</p><div class=wide><table><tr><th>kernel<th class=what>computes"
           "<th>operations<th>reads<th>writes<th>predicted<th>measured<th>per second"
           "<th></tr>")
    for number, kernel in enumerate(report.kernels):
        predicted, seconds = report.predicted[number], report.measured[number]
        what = "; ".join(report.words.phrases[number]) or "a copy"
        rate = f"{short(kernel.operations / seconds)} ops<br>" \
            f"{in_bytes(int(moved(kernel) / seconds))}" if seconds else ""
        bar = "" if kernel.once else _bars(predicted / longest, (seconds or 0) / longest)
        yield (f"<tr id={prefix}k{number + 1}><td>{number + 1}<td class='what code'>"
               f"{escape(what)}<div class=soft>{escape(report.words.schedule(kernel))}</div>"
               f"<td>{short(kernel.operations)}"
               f"<td>{in_bytes(kernel.bytes_read)}<td>{in_bytes(kernel.bytes_written)}"
               f"<td>{in_seconds(predicted)}"
               f"<td>{in_seconds(seconds) if seconds is not None else ''}<td>{rate}"
               f"<td>{bar}</tr>")
    yield "</table></div>"


def _bars(predicted: float, measured: float) -> str:
    return (f"<svg width={_BAR} height=18><rect class=predicted width="
            f"{predicted * _BAR:.1f} height=8 /><rect class=measured y=9 width="
            f"{measured * _BAR:.1f} height=8 /></svg>")


def _memory(report: Report) -> str:
    most = max(held(report.kernels), default=0)
    plan = f"; the plan reserves {in_bytes(report.arena)}" if report.arena else ""
    return (f"<p><span class='key h'></span>results that a later kernel reads, at most "
            f"{in_bytes(most)}{plan}. Arguments, what is given back and what is made once "
            "for all runs are not in it.</p>")
