import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Idleness, idlenessAt, watchIdle } from "./idle.ts";

const MINUTE = 60_000;
const IDLE = 15 * MINUTE;

describe("idlenessAt", () => {
  it.each([
    [0, "active"],
    [14 * MINUTE - 1, "active"],
    [14 * MINUTE, "warned"],
    [IDLE - 1, "warned"],
    [IDLE, "ended"],
    [9 * 60 * MINUTE, "ended"],
  ])("returns after %d ms: %s", (passed, kind) => {
    expect(idlenessAt(1_000, 1_000 + passed, IDLE).kind).toBe(kind);
  });

  it("warns from the beginning if only a minute is left", () => {
    expect(idlenessAt(0, 0, MINUTE)).toEqual({ kind: "warned", endsAt: MINUTE });
  });
});

describe("watchIdle", () => {
  let kinds: string[];
  let renewals: number;
  const watches: { stop: () => void }[] = [];

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    vi.stubGlobal("window", new EventTarget());
    vi.stubGlobal("document", new EventTarget());
    kinds = [];
    renewals = 0;
  });
  afterEach(() => {
    for (const watch of watches.splice(0)) watch.stop();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const open = (onIdleness: (idleness: Idleness) => void = ({ kind }) => kinds.push(kind)) => {
    const watch = watchIdle({ userId: "ann", idleMs: IDLE, onIdleness, renew: () => renewals++ });
    watches.push(watch);
    return watch;
  };
  const press = () => window.dispatchEvent(new Event("keydown"));

  it("warns a minute before the end, then ends, once each", () => {
    open();
    vi.advanceTimersByTime(14 * MINUTE);
    expect(kinds).toEqual(["warned"]);
    vi.advanceTimersByTime(5 * MINUTE);
    expect(kinds).toEqual(["warned", "ended"]);
    press();
    expect(kinds).toEqual(["warned", "ended"]);
  });

  it("restarts with each activity and withdraws a warning", () => {
    const watch = open();
    for (let minute = 0; minute < 60; minute++) {
      vi.advanceTimersByTime(MINUTE);
      press();
    }
    expect(kinds).toEqual([]);
    expect(renewals).toBe(61);
    vi.advanceTimersByTime(14 * MINUTE + 30_000);
    press();
    expect(kinds).toEqual(["warned"]);
    watch.stay();
    expect(kinds).toEqual(["warned", "active"]);
    vi.advanceTimersByTime(14 * MINUTE);
    expect(kinds).toEqual(["warned", "active", "warned"]);
  });

  it("renews at most twice a minute, however much activity there is", () => {
    open();
    for (let second = 0; second < 60; second++) {
      vi.advanceTimersByTime(1_000);
      press();
    }
    expect(renewals).toBe(3);
  });

  it("is extended by activity in another tab of the same user", async () => {
    open();
    vi.advanceTimersByTime(10 * MINUTE);
    const third = new BroadcastChannel("activity:ann");
    const received = new Promise<unknown>((resolve) => {
      third.onmessage = resolve;
    });
    const other = open(() => undefined);
    // Messages between tabs arrive by the event loop, which fake timers do not advance.
    await received;
    await new Promise(setImmediate);
    third.close();
    other.stop();
    vi.advanceTimersByTime(10 * MINUTE);
    expect(kinds).toEqual([]);
    vi.advanceTimersByTime(5 * MINUTE);
    expect(kinds).toEqual(["warned", "ended"]);
  });

  it("ends at the first touch after a night of sleep instead of continuing", () => {
    open();
    vi.setSystemTime(Date.now() + 9 * 60 * MINUTE);
    press();
    expect(kinds).toEqual(["ended"]);
  });
});
