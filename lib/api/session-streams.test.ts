import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, it } from "vitest";
import { POST as ACCEPT } from "#app/api/invitation/accept/route.ts";
import { GET as STREAM } from "#app/v1/events/stream/route.ts";
import { POST as INVITE } from "#app/v1/users/[id]/invitation/route.ts";
import { PATCH } from "#app/v1/users/[id]/route.ts";
import { GET as LIST } from "#app/v1/users/route.ts";
import { call } from "#lib/testing/call";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
const ORIGIN = "http://127.0.0.1:3000";
/** Streams end with the response; the rest allows for a busy machine. */
const SOON_MS = 2_000;
const leave = new AbortController();

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

afterEach(() => leave.abort());

/** Opens a user's stream; `ended` resolves when the server ends it. */
async function openStream(headers: Record<string, string>): Promise<{ ended: Promise<number> }> {
  const request = new Request(`${ORIGIN}/v1/events/stream`, { headers, signal: leave.signal });
  const answer = await STREAM(request, { params: Promise.resolve({}) });
  expect(answer.status).toBe(200);
  const drain = async () => {
    await answer.body?.pipeTo(new WritableStream());
    return performance.now();
  };
  return { ended: drain() };
}

const choosePassword = (token: string) =>
  ACCEPT(
    new Request(`${ORIGIN}/api/invitation/accept`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, host: new URL(ORIGIN).host },
      body: JSON.stringify({ token, name: "Robin Lee", password: "correct horse battery" }),
    }),
  );

it("end within seconds of a new role, a deactivation and a new password; other users' streams stay open", {
  tags: "long",
}, async () => {
  const clinic = await makeLinkedAccount();
  const admin = await signIn(clinic, "admin");
  const sessions = [];
  for (let person = 0; person < 4; person++) sessions.push(await signIn(clinic, "staff"));
  const people: { id: string }[] = (await call(LIST, "GET", "/users", { headers: admin })).body.users;
  const streams = await Promise.all(sessions.map(openStream));
  // The first user is the admin.
  const [, promoted = "", deactivated = "", renewed = ""] = people.map(({ id }) => id);
  const change = (id: string, body: unknown) =>
    call(PATCH, "PATCH", `/users/${id}`, { headers: admin, body, params: { id } });

  const invited = await call(INVITE, "POST", `/users/${renewed}/invitation`, {
    headers: admin,
    params: { id: renewed },
  });
  // The listener that ends a stream must survive garbage collection, however long ago the stream was opened.
  for (let round = 0; round < 5; round++) {
    collectGarbage();
    await new Promise(setImmediate);
  }
  const changes = await Promise.all([
    change(promoted, { role: "admin" }),
    change(deactivated, { active: false }),
    choosePassword(invited.body.invitation.url.split("#")[1]),
  ]);
  const changed = performance.now();
  expect(changes.map(({ status }) => status)).toEqual([200, 200, 200]);

  const [first, second, third, other] = streams.map(({ ended }) => ended);
  let othersEnded = false;
  other?.then(() => {
    othersEnded = true;
  });
  for (const ended of await Promise.all([first, second, third])) expect((ended ?? 0) - changed).toBeLessThan(SOON_MS);
  expect(othersEnded).toBe(false);
});
