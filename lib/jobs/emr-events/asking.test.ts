import { expect, it } from "vitest";
import { isAskedFor, nextAsking } from "./asking.ts";

const MINUTE = 60_000;
const sentAt = new Date("2026-03-02T15:00:00Z");
const after = (minutes: number) => new Date(sentAt.getTime() + minutes * MINUTE);

it("asks for a job ever more rarely in its day, and each time that is named before", () => {
  const asked: number[] = [];
  for (let at = sentAt; at < after(24 * 60); ) {
    const next = nextAsking(sentAt, at);
    expect(isAskedFor(sentAt, { last: at, now: new Date(next.getTime() - 1) })).toBe(false);
    expect(isAskedFor(sentAt, { last: at, now: next })).toBe(true);
    expect(isAskedFor(sentAt, { last: next, now: next })).toBe(false);
    asked.push((next.getTime() - sentAt.getTime()) / MINUTE);
    at = next;
  }
  expect(asked.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 60, 120, 180]);
  expect(asked).toHaveLength(30);
});
