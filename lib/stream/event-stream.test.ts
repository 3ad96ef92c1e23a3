import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withTenant } from "#lib/db/tenant";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { openEventStream } from "./event-stream.ts";
import type { Reader } from "./follower.ts";
import { Heartbeat } from "./heartbeat.ts";
import { closeStreams } from "./hub.ts";
import { appendStreamMessage, wakeStreams } from "./message.ts";
import { streamMetrics } from "./metrics.ts";
import { type SseOptions, sseOf, sseResponse } from "./sse.ts";

const database = testDatabase();
let account: TestAccount;
let client: AbortController;

beforeEach(async () => {
  account = await makeLinkedAccount();
  client = new AbortController();
});
afterEach(() => client.abort());

const open = (headers: Record<string, string> = {}) =>
  openEventStream(
    account.tenant,
    new Request("http://127.0.0.1/v1/events/stream", { headers, signal: client.signal }),
    {
      caller: account.apiClientId,
    },
  );

function reader(response: Response) {
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!chunks) throw new Error("No body");
  let rest = "";
  return {
    /** Returns the lines of the next block that matches. */
    async next(fits: (block: string) => boolean): Promise<string[]> {
      for (;;) {
        const end = rest.indexOf("\n\n");
        if (end >= 0) {
          const block = rest.slice(0, end);
          rest = rest.slice(end + 2);
          if (fits(block)) return block.split("\n");
          continue;
        }
        const { done, value } = await chunks.read();
        if (done) throw new Error("The stream has ended");
        rest += value;
      }
    },
    read: () => chunks.read(),
  };
}

const append = async () => {
  await withTenant(account.tenant, (tx) =>
    appendStreamMessage(tx, account.tenant, "job", {
      job_id: 5,
      type: "payments:create",
      status: "running",
      attempt: 1,
      at: "2026-03-02T10:00:00.000Z",
    }),
  );
  wakeStreams(account.tenant.linkedAccountId);
};

/** Returns a follower without messages, which waits until it is ended. */
function idleFollower() {
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let waiting: Reader | null = null;
  return {
    ended: false,
    take(reader: Reader) {
      waiting = reader;
      if (this.ended) reader.give(null);
    },
    end() {
      this.ended = true;
      waiting?.give(null);
      resolve();
    },
    over,
  };
}

describe("GET /events/stream", () => {
  it("opens with a comment at once, with headers that prevent buffering and changes", async () => {
    const response = await open();
    expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(response.headers.get("cache-control")).toBe("no-cache, no-transform");
    expect(response.headers.get("x-accel-buffering")).toBe("no");
    const [comment, retry, id] = await reader(response).next(() => true);
    expect(comment).toMatch(/^:/);
    expect(retry).toMatch(/^retry: \d+$/);
    expect(id).toMatch(/^id: \d+$/);
  });

  it("sends a message as id, event and data", async () => {
    const stream = reader(await open());
    await stream.next(() => true);
    await append();
    const [id, event, data] = await stream.next((block) => block.includes("data: "));
    expect(id).toMatch(/^id: \d+$/);
    expect(event).toBe("event: job");
    expect(JSON.parse(data?.slice("data: ".length) ?? "")).toEqual({
      job_id: 5,
      type: "payments:create",
      status: "running",
      attempt: 1,
      at: "2026-03-02T10:00:00.000Z",
    });
  });

  it("refuses an invalid Last-Event-ID with 400, and ignores an empty one", async () => {
    await expect(open({ "last-event-id": "abc" })).rejects.toMatchObject({ code: "invalid" });
    expect((await open({ "last-event-id": "" })).status).toBe(200);
  });
});

describe("sseResponse", () => {
  const opening = ": connected\n\n";
  const respond = (
    follower: ReturnType<typeof idleFollower>,
    options: Partial<SseOptions> = {},
    signal = client.signal,
  ) =>
    sseResponse(follower, new Request("http://127.0.0.1/v1/events/stream", { signal }), {
      opening,
      heartbeat: new Heartbeat(10),
      ...options,
    });

  it("sends a comment while nothing happens", async () => {
    const stream = reader(respond(idleFollower()));
    for (let beat = 0; beat < 3; beat++) await stream.next((block) => block === ": keep-alive");
  });

  it("sends to a sink as fast as that takes it, and cuts it if the messages cannot be read", async () => {
    const texts = ["one\n\n", "two\n\n"];
    const follower = {
      ended: false,
      async take(reader: Reader) {
        const text = texts.shift();
        if (text === undefined) throw new Error("The database is away");
        reader.give(text);
      },
      end() {
        this.ended = true;
      },
    };
    const sent: string[] = [];
    let takesMore: () => void = () => undefined;
    let failed = false;
    const response = sseResponse(follower, new Request("http://127.0.0.1/"), {
      opening,
      heartbeat: new Heartbeat(60_000),
    });
    sseOf(response)?.sendTo({
      send(bytes, ready) {
        sent.push(Buffer.from(bytes).toString());
        takesMore = ready;
      },
      sendIfIdle: () => undefined,
      end: () => undefined,
      fail() {
        failed = true;
      },
    });
    expect(sent).toEqual([opening]);
    takesMore();
    expect(sent).toEqual([opening, "one\n\n"]);
    takesMore();
    expect(sent).toEqual([opening, "one\n\n", "two\n\n"]);
    expect(failed).toBe(false);
    takesMore();
    await expect.poll(() => failed).toBe(true);
    sseOf(response)?.cancel();
    expect(follower.ended).toBe(true);
  });

  it("ends the follower when the request is aborted, and when the body is cancelled", async () => {
    const first = idleFollower();
    respond(first);
    client.abort();
    await first.over;

    const second = idleFollower();
    await respond(second, {}, new AbortController().signal).body?.cancel();
    await second.over;

    const third = idleFollower();
    respond(third, {}, AbortSignal.abort());
    await third.over;
  });

  it.each<[string, Partial<SseOptions>]>([
    ["after its maximum duration", { lifeMs: 20 }],
    ["once the caller's authorization has ended", { stillAllowed: async () => false }],
  ])("ends by itself %s", async (_when, options) => {
    const stream = reader(respond(idleFollower(), options));
    await expect(stream.next(() => false)).rejects.toThrow("The stream has ended");
  });
});

it("leaves nothing behind after 200 clients have disconnected", { tags: "long" }, async () => {
  const open = async () => {
    const { signal } = new AbortController();
    const request = new Request("http://127.0.0.1/v1/events/stream", { signal });
    const response = await openEventStream(account.tenant, request, { caller: account.apiClientId });
    return { body: response.body, signal: request.signal };
  };
  const figure = async () => (await streamMetrics().open.get()).values[0]?.value;
  // Streams that other tests abandoned end with their next beat.
  await vi.waitUntil(async () => (await figure()) === 0, 15_000);
  for (let cycle = 0; cycle < 20; cycle++) {
    const opened = await Promise.all(Array.from({ length: 10 }, open));
    expect(await figure()).toBe(10);
    for (const { body, signal } of opened) {
      await body?.cancel();
      expect(getEventListeners(signal, "abort")).toEqual([]);
    }
  }
  expect(await figure()).toBe(0);
  const [listening] = await database.asOwner<{ count: string }>(
    "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'crc-listen' AND datname = current_database()",
  );
  expect(listening?.count).toBe("1");
});

// The last test: afterwards this process opens no more streams.
it("ends all streams at shutdown and refuses new ones", async () => {
  const stream = reader(await open());
  await stream.next(() => true);
  const rest = stream.read();
  await closeStreams();
  expect((await rest).done).toBe(true);
  await expect(open()).rejects.toMatchObject({ code: "unavailable" });
});
