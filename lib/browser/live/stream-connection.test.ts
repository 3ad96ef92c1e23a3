import { describe, expect, it } from "vitest";
import { onExpired } from "#lib/browser/session/session-expiry";
import { followStream, type StreamState } from "./stream-connection.ts";

/** Follows a series of responses, one per connection. Returns the requests, the messages and the states. */
async function follow(answers: (string | number)[], lastEventId: string | null = null) {
  const end = new AbortController();
  const asked: (string | null)[] = [];
  const pauses: number[] = [];
  const states: StreamState[] = [];
  const received: (string | null)[] = [];
  const places: (string | null)[] = [];
  let gaps = 0;
  await followStream({
    accountId: "account",
    lastEventId,
    signal: end.signal,
    onMessage: ({ id }) => received.push(id),
    onPlace: (id) => places.push(id),
    onState: (state) => states.push(state),
    onGap: () => gaps++,
    fetch: async (_address, init) => {
      const headers = new Headers(init?.headers);
      expect(headers.get("x-linked-account")).toBe("account");
      asked.push(headers.get("last-event-id"));
      const answer = answers[asked.length - 1];
      if (typeof answer === "number") return new Response("{}", { status: answer });
      if (answer === undefined) throw new TypeError("network");
      return new Response(answer, { headers: { "content-type": "text/event-stream" } });
    },
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
      if (asked.length >= answers.length) end.abort();
    },
  });
  return { asked, pauses, states, received, places, gaps };
}

const withId = (id: number) => `: hello\n\nid: ${id}\nevent: job\ndata: {}\n\n`;

describe("followStream", () => {
  it("resumes after the last message without a gap, and without a warning if the server ended the stream", async () => {
    const { asked, received, states, gaps } = await follow([withId(1) + withId(2), withId(3)]);
    expect(asked).toEqual([null, "2"]);
    expect(received).toEqual(["1", "2", "3"]);
    expect(states).toEqual(["reconnecting", "live", "live"]);
    expect(gaps).toBe(1);
  });

  it.each([
    ["17", "18"],
    ["7341.12", "7341.13"],
  ])(
    "resumes at the position that the stream sent, even without a message, whatever the form of its ids: %s",
    async (at, next) => {
      const opening = `: connected\nretry: 500\nid: ${at}\n\n`;
      const { asked, places, gaps, received } = await follow([
        opening,
        `id: ${at}\n\nid: ${next}\ndata: {}\n\n`,
        opening,
      ]);
      expect(asked).toEqual([null, at, next]);
      expect(places).toEqual([at, at]);
      expect(received).toEqual([next]);
      expect(gaps).toBe(1);
    },
  );

  it("does not count a message as received when only its id has arrived", async () => {
    const { asked } = await follow([`id: 1\n\nid: 2\ndata: {}`, ""]);
    expect(asked).toEqual([null, "1"]);
  });

  it("resumes at a given position and reports no gap", async () => {
    const { asked, gaps } = await follow([withId(8)], "7");
    expect(asked).toEqual(["7"]);
    expect(gaps).toBe(0);
  });

  it("pauses longer after each failure, reports Offline after a while, and recovers", async () => {
    const { pauses, states } = await follow([503, 503, 503, 503, 503, withId(1)]);
    expect(states).toEqual([
      "reconnecting",
      "reconnecting",
      "reconnecting",
      "reconnecting",
      "offline",
      "offline",
      "live",
    ]);
    const failed = pauses.slice(0, 5);
    expect(failed.every((pause, index) => pause >= 500 * 2 ** index && pause <= 750 * 2 ** index)).toBe(true);
    expect(pauses[5]).toBeLessThanOrEqual(750);
  });

  it("obeys the server's retry time", async () => {
    const { pauses } = await follow([`retry: 4000\n\n${withId(1)}`]);
    expect(pauses[0]).toBeGreaterThanOrEqual(4000);
  });

  it.each([
    [401, 1],
    [404, 1],
    [403, 0],
    [503, 0],
  ])("after %d the session has ended in %d reports", async (status, reports) => {
    let reported = 0;
    const unsubscribe = onExpired("ann", () => reported++);
    await follow([status]);
    unsubscribe();
    expect(reported).toBe(reports);
  });
});
