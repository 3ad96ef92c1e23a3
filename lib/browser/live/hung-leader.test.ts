import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type FakeTab, FakeTabs } from "#lib/testing/fake-tabs";
import { openSharedStream } from "./shared-stream.ts";
import type { StreamOptions, StreamState } from "./stream-connection.ts";

/** Longer than the time after which a silent leader is replaced. */
const SILENCE_MS = 12_000;

interface Tab {
  tab: FakeTab;
  received: (string | null)[];
  states: StreamState[];
  gaps: () => number;
  /** The connections that the tab has opened. */
  connections: StreamOptions[];
  end: () => void;
}

let browser: FakeTabs;
let tabs: Tab[];

beforeEach(() => {
  browser = new FakeTabs();
  tabs = [];
});
afterEach(() => {
  for (const { end } of tabs) end();
});

/** Opens a tab, `after` milliseconds after the previous one. */
async function open(after = 250): Promise<Tab> {
  await browser.pass(after);
  const tab = browser.tab();
  const received: (string | null)[] = [];
  const states: StreamState[] = [];
  const connections: StreamOptions[] = [];
  const onGap = vi.fn();
  const end = openSharedStream({
    accountId: "account",
    userId: "person",
    browser: tab,
    onMessage: ({ id }) => received.push(id),
    onState: (state) => states.push(state),
    onGap,
    follow: (options) => {
      connections.push(options);
      options.onState("reconnecting");
      options.onState("live");
      options.onPlace?.(options.lastEventId ?? "start");
      return new Promise((resolve) => options.signal.addEventListener("abort", () => resolve()));
    },
  });
  const opened = { tab, received, states, connections, end, gaps: () => onGap.mock.calls.length };
  tabs.push(opened);
  await browser.settle();
  return opened;
}

const message = (id: string) => ({ event: "job", data: "{}", id });
/** Returns the connections that are not closed. */
const openOnes = () => tabs.flatMap(({ connections }) => connections).filter(({ signal }) => !signal.aborted);

/** Returns the one open connection. */
function line(): StreamOptions {
  const [only] = openOnes();
  if (!only) throw new Error("No tab is connected");
  return only;
}

async function send(...ids: string[]): Promise<void> {
  for (const id of ids) line().onMessage(message(id));
  await browser.settle();
}

describe("a leading tab that hangs", () => {
  it("is replaced by a follower, which resumes at its position and shows Reconnecting meanwhile", async () => {
    const [first, second, third] = [await open(), await open(), await open()];
    await send("5", "6");
    expect(second.states.at(-1)).toBe("live");
    first.tab.freeze();
    second.states.length = 0;
    await browser.pass(SILENCE_MS);
    const [taken] = [...second.connections, ...third.connections];
    expect(taken?.lastEventId).toBe("6");
    expect(second.connections.length + third.connections.length).toBe(1);
    expect(second.states).toContain("reconnecting");
    for (const { states } of [second, third]) expect(states.at(-1)).toBe("live");
    taken?.onMessage(message("7"));
    await browser.settle();
    for (const { received } of [second, third]) expect(received).toEqual(["5", "6", "7"]);
    expect([second.gaps(), third.gaps()]).toEqual([1, 1]);
  });

  it("is replaced at its position even before any message", async () => {
    const [first, second] = [await open(), await open()];
    first.tab.freeze();
    await browser.pass(SILENCE_MS);
    expect(second.connections.map(({ lastEventId }) => lastEventId)).toEqual(["start"]);
    expect(second.gaps()).toBe(1);
  });

  it("is replaced even for a tab that it never answered", async () => {
    const first = await open();
    first.tab.freeze();
    const second = await open();
    expect(second.states).toEqual([]);
    await browser.pass(SILENCE_MS);
    expect(second.states.at(-1)).toBe("live");
    expect(second.connections).toHaveLength(1);
  });

  it.each([
    ["learns of the new leader first", false],
    ["first reads messages of its old connection", true],
  ])("closes its connection when it resumes and %s, and no message counts twice", async (_name, ownFirst) => {
    const [first, second, third] = [await open(), await open(), await open()];
    await send("5");
    first.tab.freeze();
    const [old] = first.connections;
    await browser.pass(SILENCE_MS);
    const [taken] = [...second.connections, ...third.connections];
    for (const id of ["6", "7"]) taken?.onMessage(message(id));
    await browser.settle();

    first.tab.wake(() => {
      if (ownFirst) for (const id of ["6", "7"]) old?.onMessage(message(id));
    });
    await browser.settle();
    expect(old?.signal.aborted).toBe(true);
    old?.onMessage(message("lost"));
    taken?.onMessage(message("8"));
    await browser.settle();
    for (const { received } of tabs) expect(received).toEqual(["5", "6", "7", "8"]);
    expect(first.states.at(-1)).toBe("live");
    expect(openOnes()).toEqual([taken]);
  });

  it("leads again when the lock is free, after the tabs that replaced it", async () => {
    const [first, second] = [await open(), await open()];
    first.tab.freeze();
    await browser.pass(SILENCE_MS);
    first.tab.wake();
    await browser.settle();
    second.connections[0]?.onMessage(message("10"));
    await browser.settle();
    second.end();
    await browser.settle();
    expect(first.connections).toHaveLength(2);
    expect(line().lastEventId).toBe("10");
    await send("11");
    expect(first.received.at(-1)).toBe("11");
  });
});

it("leaves one connection even if two tabs take the lead at once", async () => {
  const [first, second, third] = [await open(), await open(), await open(0)];
  await send("1");
  first.tab.freeze();
  await browser.pass(SILENCE_MS);
  expect(second.connections.length + third.connections.length).toBe(2);
  first.tab.wake();
  await browser.settle();
  expect(openOnes()).toHaveLength(1);
  await send("2", "3");
  for (const { received, states } of tabs) {
    expect(received).toEqual(["1", "2", "3"]);
    expect(states.at(-1)).toBe("live");
  }
});

describe("a leading tab that answers", () => {
  it("keeps the lead, however long nothing happens", async () => {
    const [first, second] = [await open(), await open()];
    await browser.pass(120_000);
    expect([first.connections.length, second.connections.length]).toEqual([1, 0]);
    expect(openOnes()).toHaveLength(1);
  });

  it("keeps the lead when other tabs wake up from sleep", async () => {
    const [first, second] = [await open(), await open()];
    second.tab.freeze();
    await browser.pass(60_000);
    await send("1", "2");
    second.tab.wake();
    await browser.pass(SILENCE_MS);
    expect(first.connections).toHaveLength(1);
    expect(second.connections).toHaveLength(0);
    expect(second.received).toEqual(["1", "2"]);
  });
});

it("each tab connects by itself in a browser without locks", async () => {
  for (let each = 0; each < 2; each++) {
    const follow = vi.fn((_options: StreamOptions) => Promise.resolve());
    const { openChannel, every } = browser.tab();
    const end = openSharedStream({
      accountId: "account",
      userId: "person",
      browser: { locks: undefined, openChannel, every },
      onMessage: vi.fn(),
      onState: vi.fn(),
      onGap: vi.fn(),
      follow,
    });
    expect(follow).toHaveBeenCalledTimes(1);
    end();
    expect(follow.mock.calls[0]?.[0].signal.aborted).toBe(true);
  }
});
