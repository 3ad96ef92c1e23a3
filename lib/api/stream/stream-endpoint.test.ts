import { afterEach, beforeEach, expect, it } from "vitest";
import { POST as POST_ORIGIN } from "#app/v1/embed/origins/route.ts";
import { POST as POST_SESSION } from "#app/v1/embed/sessions/route.ts";
import { GET as STREAM } from "#app/v1/events/stream/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { makeSibling, signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

/** Decisions §8. */
const MAX_STREAMS = 50;
const EMBEDDER = "https://portal.example";

testDatabase();
let clinic: TestAccount;
let leave: AbortController;
const opened: Response[] = [];

beforeEach(async () => {
  clinic = await openClinic();
  leave = new AbortController();
});
afterEach(async () => {
  leave.abort();
  await Promise.all(opened.splice(0).map((answer) => answer.body?.cancel()));
});

async function open(headers: Record<string, string>): Promise<Response> {
  const request = new Request("http://127.0.0.1:3000/v1/events/stream", { headers, signal: leave.signal });
  const answer = await STREAM(request, { params: Promise.resolve(undefined) });
  if (answer.status === 200) opened.push(answer);
  return answer;
}

/** Opens streams at once and returns how many are answered 200. */
async function openMany(headers: Record<string, string>, count: number): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, () => open(headers)));
  return answers.filter(({ status }) => status === 200).length;
}

async function embedded(): Promise<Record<string, string>> {
  const { headers } = clinic;
  const actor = { id: "7", name: "Robin" };
  const body = { origin: EMBEDDER, actor, view: "jobs" };
  const { token } = (await call(POST_SESSION, "POST", "/embed/sessions", { headers, body })).body;
  return { authorization: `Bearer ${token}` };
}

it("opens 50 streams per caller, refuses further ones with 429 and Retry-After, and accepts another once one has ended", {
  tags: "long",
}, async () => {
  const person = await signIn(clinic, "staff");
  expect(await openMany(person, 3 * MAX_STREAMS)).toBe(MAX_STREAMS);
  const refused = await open(person);
  expect([refused.status, Number(refused.headers.get("retry-after"))]).toEqual([429, expect.any(Number)]);
  expect(refused.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(await refused.json()).toEqual({ success: false, message: expect.stringContaining("50") });

  await opened.shift()?.body?.cancel();
  expect(await openMany(person, 2)).toBe(1);
});

it("counts each user, API client, embedded view and account separately", { tags: "long" }, async () => {
  await call(POST_ORIGIN, "POST", "/embed/origins", { headers: clinic.headers, body: { origin: EMBEDDER } });
  const person = await signIn(clinic, "staff");
  expect(await openMany(person, MAX_STREAMS + 1)).toBe(MAX_STREAMS);
  const { headers: sibling } = await makeSibling(clinic);
  const others = [await signIn(clinic, "staff"), clinic.headers, sibling, await embedded(), await embedded()];
  for (const other of others) expect(await openMany(other, MAX_STREAMS + 1)).toBe(MAX_STREAMS);
});

it("counts neither HEAD nor a stream that cannot be opened", { tags: "long" }, async () => {
  const url = "http://127.0.0.1:3000/v1/events/stream";
  for (let round = 0; round <= MAX_STREAMS; round++) {
    const head = new Request(url, { method: "HEAD", headers: clinic.headers });
    expect((await STREAM(head, { params: Promise.resolve(undefined) })).status).toBe(200);
    expect((await open({ ...clinic.headers, "last-event-id": "none" })).status).toBe(400);
  }
  expect(await openMany(clinic.headers, MAX_STREAMS)).toBe(MAX_STREAMS);
});
