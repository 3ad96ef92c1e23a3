import { decode } from "next-auth/jwt";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { POST as ACCEPT } from "#app/api/invitation/accept/route.ts";
import { POST as ROTATE_SECRET } from "#app/v1/api-clients/[id]/rotate-secret/route.ts";
import { DELETE as REVOKE_CLIENT } from "#app/v1/api-clients/[id]/route.ts";
import { DELETE as DELETE_ORIGIN } from "#app/v1/embed/origins/[id]/route.ts";
import { POST as POST_ORIGIN } from "#app/v1/embed/origins/route.ts";
import { DELETE as END_VIEW } from "#app/v1/embed/sessions/[id]/route.ts";
import { POST as POST_VIEW } from "#app/v1/embed/sessions/route.ts";
import { GET as STREAM } from "#app/v1/events/stream/route.ts";
import { POST as ROTATE_TOKEN } from "#app/v1/linked-accounts/[id]/rotate-token/route.ts";
import { GET as LOCATIONS } from "#app/v1/locations/route.ts";
import { POST as INVITE } from "#app/v1/users/[id]/invitation/route.ts";
import { PATCH as CHANGE_PERSON } from "#app/v1/users/[id]/route.ts";
import { GET as PEOPLE } from "#app/v1/users/route.ts";
import { required } from "#lib/kernel/environment";
import { readSessionToken } from "#lib/sign-in/session-token";
import { endSession } from "#lib/sign-in/sessions";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

/** Delays the response to the database's next read, as a slow network does. */
const slow = vi.hoisted(() => {
  let next: { arrived: () => void; release: Promise<void> } | null = null;
  return {
    hold() {
      const arrival = Promise.withResolvers<void>();
      const end = Promise.withResolvers<void>();
      next = { arrived: arrival.resolve, release: end.promise };
      return { arrived: arrival.promise, release: end.resolve };
    },
    async pass<Result>(result: Promise<Result>): Promise<Result> {
      const held = next;
      next = null;
      const given = await result;
      held?.arrived();
      await held?.release;
      return given;
    },
  };
});

vi.mock("#lib/db/tenant", async (original) => {
  const real = await original<typeof import("#lib/db/tenant")>();
  return { ...real, readTenant: ((...asked) => slow.pass(real.readTenant(...asked))) as typeof real.readTenant };
});

testDatabase();
const BASE = "http://127.0.0.1:3000";
const ORIGIN = "https://portal.example";
type Headers = Record<string, string>;
let clinic: TestAccount;
let admin: Headers;
let leave: AbortController;

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  admin = await signIn(clinic, "admin");
  leave = new AbortController();
  // Stops the periodic check of open streams, so that only the end of the credentials can end one.
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => {
  leave.abort();
  vi.useRealTimers();
});

const asks = async (headers: Headers) => (await call(LOCATIONS, "GET", "/locations", { headers })).status;

/** Opens a stream. Returns a function that reads once and returns true once the stream is over. */
const openStream = async (headers: Headers) => {
  const request = new Request(`${BASE}/v1/events/stream`, { headers, signal: leave.signal });
  const answer = await STREAM(request, { params: Promise.resolve({}) });
  expect(answer.status).toBe(200);
  const reader = answer.body?.getReader();
  return async (): Promise<boolean> => (await reader?.read())?.done ?? true;
};

const registerOrigin = async (): Promise<string> => {
  const options = { headers: clinic.headers, body: { origin: ORIGIN } };
  return (await call(POST_ORIGIN, "POST", "/embed/origins", options)).body.embed_origin.id;
};
const openView = async (): Promise<{ id: string; headers: Headers }> => {
  const body = { view: "providers", origin: ORIGIN, actor: { id: "7", name: "Robin" } };
  const answer = await call(POST_VIEW, "POST", "/embed/sessions", { headers: clinic.headers, body });
  return { id: answer.body.session_id, headers: { authorization: `Bearer ${answer.body.token}` } };
};
const endView = (id: string) =>
  call(END_VIEW, "DELETE", `/embed/sessions/${id}`, { headers: clinic.headers, params: { id }, body: {} });
const revokeClient = () => {
  const id = clinic.apiClientId;
  return call(REVOKE_CLIENT, "DELETE", `/api-clients/${id}`, { headers: admin, params: { id }, body: {} });
};

/** Signs in the user who was created last. */
const signedIn = async (): Promise<{ id: string; headers: Headers }> => {
  const headers = await signIn(clinic, "staff");
  return { id: (await call(PEOPLE, "GET", "/users", { headers: admin })).body.users.at(-1).id, headers };
};
const changePerson = (id: string, body: unknown) =>
  call(CHANGE_PERSON, "PATCH", `/users/${id}`, { headers: admin, params: { id }, body });

interface Ended {
  /** The caller's credentials. */
  headers: Headers;
  /** Ends the caller's credentials. */
  end(): Promise<unknown>;
}

const ENDINGS: [string, () => Promise<Ended>][] = [
  [
    "a view's session",
    async () => {
      await registerOrigin();
      const { id, headers } = await openView();
      return { headers, end: () => endView(id) };
    },
  ],
  [
    "the session of a view's page",
    async () => {
      await registerOrigin();
      const [page, renewed] = [await openView(), await openView()];
      return { headers: { ...renewed.headers, "x-embed-session": page.id }, end: () => endView(page.id) };
    },
  ],
  [
    "a view's origin",
    async () => {
      const id = await registerOrigin();
      const options = { headers: clinic.headers, params: { id }, body: {} };
      const end = () => call(DELETE_ORIGIN, "DELETE", `/embed/origins/${id}`, options);
      return { headers: (await openView()).headers, end };
    },
  ],
  [
    "the API client that made a view",
    async () => {
      await registerOrigin();
      return { headers: (await openView()).headers, end: revokeClient };
    },
  ],
  ["an API client", async () => ({ headers: clinic.headers, end: revokeClient })],
  [
    "an API client's secret",
    async () => {
      const id = clinic.apiClientId;
      const options = { headers: admin, params: { id }, body: {} };
      return {
        headers: clinic.headers,
        end: () => call(ROTATE_SECRET, "POST", `/api-clients/${id}/rotate-secret`, options),
      };
    },
  ],
  [
    "an account's access token",
    async () => {
      const id = clinic.tenant.linkedAccountId;
      const options = { headers: admin, params: { id }, body: {} };
      return {
        headers: clinic.headers,
        end: () => call(ROTATE_TOKEN, "POST", `/linked-accounts/${id}/rotate-token`, options),
      };
    },
  ],
  [
    "a person's access",
    async () => {
      const { id, headers } = await signedIn();
      return { headers, end: () => changePerson(id, { active: false }) };
    },
  ],
  [
    "a person's role",
    async () => {
      const { id, headers } = await signedIn();
      return { headers, end: () => changePerson(id, { role: "admin" }) };
    },
  ],
  [
    "a person's password",
    async () => {
      const { id, headers } = await signedIn();
      const path = `/users/${id}/invitation`;
      const { body } = await call(INVITE, "POST", path, { headers: admin, params: { id }, body: {} });
      const token = body.invitation.url.split("#")[1];
      const request = new Request(`${BASE}/api/invitation/accept`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: BASE, host: new URL(BASE).host },
        body: JSON.stringify({ token, name: "Robin Lee", password: "correct horse battery" }),
      });
      return { headers, end: () => ACCEPT(request) };
    },
  ],
  [
    "a person's session",
    async () => {
      const { headers } = await signedIn();
      const token = headers.cookie?.split("=")[1] ?? "";
      const session = readSessionToken(await decode({ token, secret: required("AUTH_SECRET") }));
      if (!session) throw new Error("No session");
      return { headers, end: () => endSession(session) };
    },
  ],
];

describe.each(ENDINGS)("the end of %s", (_what, make) => {
  it("takes effect for the next request", async () => {
    const { headers, end } = await make();
    expect(await asks(headers)).toBe(200);
    await end();
    expect(await asks(headers)).toBe(401);
  });

  it("is not undone by a look-up that began before and was answered afterwards", async () => {
    const { headers, end } = await make();
    const { arrived, release } = slow.hold();
    const early = asks(headers);
    await arrived;
    await end();
    release();
    await early;
    expect(await asks(headers)).toBe(401);
  });

  it("closes their open streams before the next periodic check", async () => {
    const { headers, end } = await make();
    const isOver = await openStream(headers);
    expect(await isOver(), "an open stream").toBe(false);
    const over = isOver();
    await end();
    expect(await over).toBe(true);
  });

  it("closes a stream that was being opened, before the next periodic check", async () => {
    const { headers, end } = await make();
    const { arrived, release } = slow.hold();
    const opening = openStream(headers);
    await arrived;
    await end();
    release();
    const isOver = await opening;
    let messages = 0;
    while (!(await isOver())) messages++;
    expect(messages, "only the opening comment").toBeLessThan(2);
  });
});
