import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Returns the tab's modules as a newly loaded page has them. */
async function loadTab() {
  vi.resetModules();
  return { ...(await import("./organization.ts")), ...(await import("./session-expiry.ts")) };
}

describe("a session that is taken to another organization", () => {
  const opened: string[] = [];
  const ended: string[] = [];
  let tab: Awaited<ReturnType<typeof loadTab>>;
  let close: () => void;

  beforeEach(async () => {
    vi.stubGlobal("window", { location: { assign: (address: string) => opened.push(address) } });
    tab = await loadTab();
    const unsubscribe = [
      tab.onExpired("ann", () => ended.push("ann")),
      tab.onSwitched(() => opened.push("drafts kept")),
    ];
    close = () => {
      for (const each of unsubscribe) each();
    };
  });
  afterEach(() => {
    close();
    opened.length = 0;
    ended.length = 0;
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Sends a message as another tab does, and waits until this one has it. */
  async function hear(notice: string): Promise<void> {
    const [from, to] = [new BroadcastChannel("organization"), new BroadcastChannel("organization")];
    await new Promise((resolve) => {
      to.onmessage = resolve;
      from.postMessage(notice);
    });
    // All receivers get a message in the same turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    for (const channel of [from, to]) channel.close();
  }

  it("is not over for a tab that is told so on the way", async () => {
    await tab.leaveOrganization(async () => tab.reportExpired());
    await vi.waitFor(() => expect(opened).toEqual(["drafts kept", "/"]));
    tab.reportExpired();
    expect(ended).toEqual([]);
  });

  it("is over once it has stayed and a tab was told so", async () => {
    const refused = tab.leaveOrganization(async () => {
      tab.reportExpired();
      throw new Error("404");
    });
    await expect(refused).rejects.toThrow("404");
    await vi.waitFor(() => expect(ended).toEqual(["ann"]));
    expect(opened).toEqual([]);
  });

  it("is not over in the other tabs either", async () => {
    await hear("leaving");
    tab.reportExpired();
    await hear("left");
    expect([opened, ended]).toEqual([["drafts kept", "/"], []]);
  });

  it("is over in the other tabs, late, if it has stayed", async () => {
    await hear("leaving");
    tab.reportExpired();
    expect(ended).toEqual([]);
    await hear("stayed");
    expect([opened, ended]).toEqual([[], ["ann"]]);
  });

  it("is over in the other tabs, late, if the tab that was leaving it has died", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await hear("leaving");
    tab.reportExpired();
    vi.advanceTimersByTime(29_999);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ended).toEqual(["ann"]);
  });

  it("is reported as over to the tabs of its own person alone", async () => {
    const heard: string[] = [];
    const channels = ["ben", "ann"].map((user) => {
      const channel = new BroadcastChannel(`session-expired:${user}`);
      channel.onmessage = () => heard.push(user);
      return channel;
    });
    tab.reportExpired();
    await vi.waitFor(() => expect(heard).not.toEqual([]));
    for (const channel of channels) channel.close();
    expect([heard, ended]).toEqual([["ann"], ["ann"]]);
  });
});
