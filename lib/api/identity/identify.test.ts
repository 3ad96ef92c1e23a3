import { describe, expect, it } from "vitest";
import { POST as ADD_ORIGIN } from "#app/v1/embed/origins/route.ts";
import { DELETE as END } from "#app/v1/embed/sessions/[id]/route.ts";
import { POST as MAKE } from "#app/v1/embed/sessions/route.ts";
import { GET as read } from "#app/v1/visit-statuses/route.ts";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { MAX_WRONG, WrongCredentials } from "./wrong-credentials.ts";

testDatabase();

const ask = (headers: Record<string, string>, address: string) =>
  call(read, "GET", "/visit-statuses", { headers: { ...headers, [CALLER_ADDRESS_HEADER]: address } });
const wrongOnes = () => ({ client_id: newId(), client_secret: newId(), access_token: newId() });
const wrongToken = () => ({ authorization: `Bearer embed_${newId()}` });

/** Sends wrong credentials from an address until it gets 429. */
async function exhaust(address: string, wrong: () => Record<string, string> = wrongOnes): Promise<void> {
  for (let asked = 0; asked < MAX_WRONG; asked++) expect((await ask(wrong(), address)).status).toBe(401);
}

describe("wrong credentials", () => {
  it.each([
    ["the three headers", "198.51.100.1", wrongOnes],
    ["embed tokens", "198.51.100.2", wrongToken],
  ])("are limited per address: %s", async (_what, address, wrong) => {
    await exhaust(address, wrong);
    const { status, headers, body } = await ask(wrong(), address);
    expect([status, body]).toEqual([
      429,
      {
        success: false,
        message: "Too many requests with wrong credentials from this address (at most 60 a minute); nothing was saved",
      },
    ]);
    const seconds = Number(headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect([headers.get("ratelimit-remaining"), headers.get("ratelimit-reset")]).toEqual(["0", String(seconds)]);
    expect((await ask(wrong(), "198.51.100.99")).status).toBe(401);
  });

  it("do not affect valid credentials from the same address, known or new", async () => {
    const [known, fresh] = [await makeLinkedAccount(), await makeLinkedAccount()];
    const address = "198.51.100.3";
    expect((await ask(known.headers, address)).status).toBe(200);
    await exhaust(address);
    const hammering = Array.from({ length: 10 }, () => ask(wrongOnes(), address));
    expect((await ask(known.headers, address)).status).toBe(200);
    expect((await ask(fresh.headers, address)).status).toBe(200);
    expect(new Set((await Promise.all(hammering)).map(({ status }) => status))).toEqual(new Set([429]));
  });

  it("count for the whole block of an IPv6 address, and not for the next block", async () => {
    await exhaust("2001:db8:1:1::1");
    expect((await ask(wrongOnes(), "2001:db8:1:1:ffff::2")).status).toBe(429);
    expect((await ask(wrongOnes(), "2001:db8:1:2::1")).status).toBe(401);
  });

  it("do not include an expired token of a view, which renews it or closes", async () => {
    const { headers } = await makeLinkedAccount();
    const origin = "https://portal.example";
    await call(ADD_ORIGIN, "POST", "/embed/origins", { headers, body: { origin } });
    const body = { view: "jobs", origin, actor: { id: "7", name: "Robin" } };
    const made = (await call(MAKE, "POST", "/embed/sessions", { headers, body })).body;
    const id = made.session_id;
    await call(END, "DELETE", `/embed/sessions/${id}`, { headers, params: { id } });
    const address = "198.51.100.4";
    const ended = { authorization: `Bearer ${made.token}` };
    for (let asked = 0; asked <= MAX_WRONG; asked++) expect((await ask(ended, address)).status).toBe(401);
    expect((await ask(wrongOnes(), address)).status).toBe(401);
  });
});

describe("the database", () => {
  it("is queried about unknown credentials at most twenty times a second for a limited address", () => {
    const wrong = new WrongCredentials();
    const now = 1_000_000;
    for (let asked = 0; asked < MAX_WRONG; asked++) wrong.count("a", now);
    const delays = Array.from({ length: 1_000 }, () => wrong.delayOf("a", now));
    expect(delays.slice(0, 4)).toEqual([0, 50, 100, 150]);
    expect(delays.filter((delay) => delay !== null)).toHaveLength(21);
    expect(wrong.delayOf("a", now + 1_000)).toBe(50);
    expect([wrong.waitOf("a", now), wrong.waitOf("a", now + 59_500), wrong.waitOf("a", now + 60_000)]).toEqual([
      60,
      1,
      null,
    ]);
    expect(wrong.waitOf("b", now)).toBe(null);
  });

  it("is queried at once about credentials that were valid within the hour", () => {
    const wrong = new WrongCredentials();
    wrong.noteRight("c", 0);
    expect([wrong.wereRight("c", 3_599_999), wrong.wereRight("c", 3_600_000), wrong.wereRight("d", 0)]).toEqual([
      true,
      false,
      false,
    ]);
    wrong.forgetRight("c");
    expect(wrong.wereRight("c", 1)).toBe(false);
  });
});
