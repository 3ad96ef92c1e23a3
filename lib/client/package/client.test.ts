import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createClient, RecordsError } from "./index.ts";

const credentials = { client_id: "c", client_secret: "s", access_token: "t" };
const closing: (() => void)[] = [];

afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A fake server, which no real one could be made to fail like. Returns a client of it and the requests that came. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse, count: number) => void) {
  const seen: { line: string; key: string | undefined; body: string }[] = [];
  const listen: RequestListener = async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const key = request.headers["idempotency-key"];
    seen.push({ line: `${request.method} ${request.url}`, key: key as string | undefined, body });
    answer(request, response, seen.length);
  };
  const server = createServer(listen).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { seen, client: createClient({ baseUrl: `http://127.0.0.1:${port}/v1`, credentials }) };
}

const json = (response: ServerResponse, status: number, body: object, headers = {}) =>
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

const payment = { patient_mrn: "M", payment_method: "Cash", reference_number: "R", location: "L", amount: 1 };

it("repeats a write under one key after a lost connection and a busy server, as long as Retry-After says", {
  tags: "long",
}, async () => {
  const { client, seen } = await serve((request, response, count) => {
    if (count === 1) request.socket.destroy();
    else if (count === 2) json(response, 503, { success: false, message: "Busy" }, { "retry-after": "1" });
    else json(response, 202, { success: true, message: "Accepted", payment_id: "p", job_id: 1 });
  });
  const since = Date.now();
  expect((await client.payments.create(payment)).payment_id).toBe("p");
  expect(Date.now() - since).toBeGreaterThan(1_000);
  expect(seen).toHaveLength(3);
  expect(seen[0]?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(seen.map(({ key, body }) => key + body)).size).toBe(1);
  await client.payments.create(payment, { idempotencyKey: "mine" });
  expect(seen[3]?.key).toBe("mine");
});

it("does not repeat what was refused, and tells the fields", async () => {
  const errors = [{ field: "amount", message: "must be a positive number" }];
  const { client, seen } = await serve((_request, response) =>
    json(response, 400, { success: false, message: "amount must be a positive number", errors }),
  );
  const failure = await client.payments.create(payment).catch((error) => error);
  expect(failure).toBeInstanceOf(RecordsError);
  expect(failure).toMatchObject({ status: 400, errors, mayHaveBeenSaved: false });
  expect(seen).toHaveLength(1);
});

it("gives up at the deadline, and at the caller's signal with its reason", async () => {
  const { client } = await serve(() => undefined);
  const failure = await client.settings.get({}, { deadlineMs: 300 }).catch((error) => error);
  expect(failure).toMatchObject({ status: 0, mayHaveBeenSaved: true });
  const reason = new Error("left");
  await expect(client.settings.get({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

it("reads a list page after page, with the same filters, and only as far as it is asked", async () => {
  const { client, seen } = await serve((request, response) => {
    const cursor = new URL(request.url ?? "", "http://x").searchParams.get("cursor");
    json(response, 200, {
      success: true,
      payments: [{ payment_id: cursor ?? "first" }],
      next_cursor: cursor ? "c2" : "c1",
    });
  });
  const ids: string[] = [];
  for await (const { payment_id } of client.payments.each({ patient_mrn: "M 1" })) {
    ids.push(payment_id);
    if (ids.length === 3) break;
  }
  expect(ids).toEqual(["first", "c1", "c2"]);
  expect(seen.map(({ line }) => line)).toEqual([
    "GET /v1/payments?patient_mrn=M+1",
    "GET /v1/payments?patient_mrn=M+1&cursor=c1",
    "GET /v1/payments?patient_mrn=M+1&cursor=c2",
  ]);
});

it("puts what a path names into it, encoded, and refuses a call without it", async () => {
  const { client, seen } = await serve((_request, response) => json(response, 200, { success: true }));
  await client.referrals.update({ id: "a/b", priority: "urgent" });
  expect(seen[0]).toMatchObject({ line: "PATCH /v1/referrals/a%2Fb", body: '{"priority":"urgent"}' });
  await expect(client.referrals.get({ id: "" })).rejects.toThrow("GET /referrals/{id} needs id");
});

it("resumes the stream after the last message, also before the first one, and ends when refused", async () => {
  const lastIds: unknown[] = [];
  const { client } = await serve((request, response, count) => {
    lastIds.push(request.headers["last-event-id"]);
    if (count === 3) return json(response, 401, { success: false, message: "Invalid credentials" });
    response.writeHead(200, { "content-type": "text/event-stream" }).write(": connected\nretry: 1000\nid: 7\n\n");
    if (count === 2) {
      const data = JSON.stringify({ id: "e", type: "payment.created", data: { payment_id: "é" } });
      for (const byte of Buffer.from(`id: 8\nevent: event\ndata: ${data}\n\nid: 9\nevent: job\ndata: {`)) {
        response.write(Buffer.of(byte));
      }
    }
    response.end();
  });
  const ids: string[] = [];
  const all = (async () => {
    for await (const message of client.events()) ids.push(message.id);
  })();
  await expect(all).rejects.toMatchObject({ status: 401 });
  expect(ids).toEqual(["8"]);
  expect(lastIds).toEqual([undefined, "7", "8"]);
});

it.each([
  ["no options", undefined, "There is no baseUrl"],
  ["an unset variable as the address", { baseUrl: undefined, credentials }, "There is no baseUrl"],
  ["no credentials", { baseUrl: "https://records.example.com/v1" }, "There are no credentials"],
])("says what is missing of %s", (_case, options, message) => {
  expect(() => createClient(options as never)).toThrow(message);
});

const changed = (cursor: string) => ({ kind: "locations", change: "updated", id: cursor, cursor });

it("yields changes over several answers, goes on after a failure that passes, and resumes after a cursor", async () => {
  const { client, seen } = await serve((_request, response, count) => {
    if (count === 1) json(response, 200, { success: true, changes: [], next_cursor: "now" });
    else if (count === 2) json(response, 503, { success: false, message: "Busy" }, { "retry-after": "0" });
    else if (count === 3)
      json(response, 200, { success: true, changes: [changed("a"), changed("b")], next_cursor: "b" });
    else json(response, 200, { success: true, changes: [changed("c")], next_cursor: "c" });
  });
  const found: string[] = [];
  for await (const { cursor } of client.changes({ kinds: ["locations", "patients"], everyMs: 1 })) {
    found.push(cursor);
    if (found.length === 3) break;
  }
  expect(found).toEqual(["a", "b", "c"]);
  const asked = seen.map(({ line }) => new URL(line.slice(4), "http://x").searchParams);
  expect(asked.map((each) => each.get("cursor"))).toEqual([null, "now", "now", "b"]);
  expect(asked[0]?.get("kinds")).toBe("locations,patients");
  for await (const { cursor } of client.changes({ cursor: "b" })) {
    expect(cursor).toBe("c");
    break;
  }
  expect(seen.at(-1)?.line).toContain("cursor=b");
});

it("throws for a cursor that is gone, and ends with the signal", async () => {
  const { client } = await serve((request, response) =>
    request.url?.includes("cursor=old")
      ? json(response, 410, { success: false, message: "The changes after this cursor are no longer kept" })
      : json(response, 200, { success: true, changes: [], next_cursor: "now" }),
  );
  await expect(client.changes({ cursor: "old" }).next()).rejects.toMatchObject({ status: 410 });
  const stop = new AbortController();
  const ended = client.changes({ signal: stop.signal }).next();
  stop.abort();
  expect(await ended).toEqual({ done: true, value: undefined });
});
