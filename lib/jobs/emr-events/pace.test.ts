import { expect, it } from "vitest";
import { paceAfter, paceUntil } from "./pace.ts";

const NOW = Date.parse("2026-11-02T10:00:00Z");
const sent = (...secondsAgo: number[]) => secondsAgo.map((seconds) => ({ sentAt: new Date(NOW - seconds * 1_000) }));
const after = (seconds: number) => new Date(NOW + seconds * 1_000);

it.each([
  ["no operation waits", sent(), 60],
  ["one waits that was sent lately", sent(1, 3_000), 15],
  ["one waits for long", sent(301), 60],
])("without events that arrive the log is read as often as needed: %s", (_words, waiting, seconds) => {
  expect(paceAfter(waiting, false, NOW)).toEqual({ nextAt: after(seconds), logAt: null });
});

it.each([
  ["no operation waits", sent(), { nextAt: after(900), logAt: after(900) }],
  ["one was just sent: its event has two minutes", sent(0), { nextAt: after(120), logAt: after(900) }],
  ["of several the oldest counts", sent(10, 100, 50), { nextAt: after(20), logAt: after(900) }],
  ["one waits longer: the usual pace", sent(121), { nextAt: after(15), logAt: null }],
  ["one waits longer beside a new one", sent(1, 120), { nextAt: after(15), logAt: null }],
  ["one waits for long", sent(7_200), { nextAt: after(60), logAt: null }],
])("while events arrive the log is read rarely: %s", (_words, waiting, pace) => {
  expect(paceAfter(waiting, true, NOW)).toEqual(pace);
});

it.each([
  ["always without a rare pace", null, sent(), true, null],
  ["if events arrive no longer", after(600), sent(), false, null],
  ["not before its time", after(600), sent(), true, { nextAt: after(600), logAt: after(600) }],
  ["not before an event had time to arrive", after(600), sent(30), true, { nextAt: after(90), logAt: after(600) }],
  ["for an operation that waits longer", after(600), sent(30, 130), true, null],
  ["in its time", after(0), sent(), true, null],
])("the log is due %s", (_words, logAt, waiting, arrive, pace) => {
  expect(paceUntil({ logAt }, waiting, arrive, NOW)).toEqual(pace);
});
