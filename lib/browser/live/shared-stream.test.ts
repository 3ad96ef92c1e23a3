import { afterEach, describe, expect, it, vi } from "vitest";
import { openSharedStream } from "./shared-stream.ts";
import type { StreamOptions } from "./stream-connection.ts";

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** Opens the shared stream in one tab; `connections` collects the stream options of each tab that leads. */
function tab(connections: StreamOptions[], accountId: string) {
  const onMessage = vi.fn();
  const onState = vi.fn();
  const onGap = vi.fn();
  const follow = (options: StreamOptions) => {
    connections.push(options);
    options.onState("live");
    return new Promise<void>((resolve) => options.signal.addEventListener("abort", () => resolve()));
  };
  const end = openSharedStream({ accountId, userId: "u", onMessage, onState, onGap, follow });
  ends.push(end);
  return { onMessage, onState, onGap, end };
}

const message = (id: string) => ({ event: "job", data: "{}", id });

describe("openSharedStream", () => {
  it("opens one connection for all tabs and distributes its messages", async () => {
    const connections: StreamOptions[] = [];
    const first = tab(connections, "shared");
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    const second = tab(connections, "shared");
    await vi.waitFor(() => expect(second.onState).toHaveBeenLastCalledWith("live"));
    expect(second.onGap).toHaveBeenCalledTimes(1);

    connections[0]?.onMessage(message("5"));
    await vi.waitFor(() => expect(second.onMessage).toHaveBeenCalledWith(message("5")));
    expect(first.onMessage).toHaveBeenCalledTimes(1);
    expect(connections).toHaveLength(1);
  });

  it("hands over to another tab at the leader's position", async () => {
    const connections: StreamOptions[] = [];
    const first = tab(connections, "handover");
    await vi.waitFor(() => expect(connections).toHaveLength(1));
    const second = tab(connections, "handover");
    await vi.waitFor(() => expect(second.onState).toHaveBeenLastCalledWith("live"));
    connections[0]?.onMessage(message("9"));
    await vi.waitFor(() => expect(second.onMessage).toHaveBeenCalledTimes(1));

    first.end();
    await vi.waitFor(() => expect(connections).toHaveLength(2));
    expect(connections[1]?.lastEventId).toBe("9");
  });

  it("shares nothing between accounts", async () => {
    const connections: StreamOptions[] = [];
    tab(connections, "one");
    const other = tab(connections, "two");
    await vi.waitFor(() => expect(connections).toHaveLength(2));
    connections.find(({ accountId }) => accountId === "one")?.onMessage(message("1"));
    connections.find(({ accountId }) => accountId === "two")?.onMessage(message("2"));
    await vi.waitFor(() => expect(other.onMessage).toHaveBeenCalledTimes(1));
    expect(other.onMessage).toHaveBeenCalledWith(message("2"));
  });
});
