/** @module-tag long */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DELETE as REMOVE_APP } from "#app/v1/emr-apps/[id]/route.ts";
import { POST as ADD_APP } from "#app/v1/emr-apps/route.ts";
import { GET as AUTHORIZATION } from "#app/v1/emr-authorizations/[id]/route.ts";
import { POST as BEGIN } from "#app/v1/emr-authorizations/route.ts";
import { GET as SIGN_IN } from "#app/v1/emr-sign-in/route.ts";
import { POST as LINK_BY_TOKEN } from "#app/v1/link-tokens/[id]/account/route.ts";
import { GET as ACCOUNT, PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { POST as PROBE } from "#app/v1/linked-accounts/probe/route.ts";
import { POST as LINK } from "#app/v1/linked-accounts/route.ts";
import { linkedAccount } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { emrClient } from "#lib/egress/emr-client";
import { emrColumns, openEmr } from "#lib/emr/account";
import { appRedirectUri } from "#lib/emr/app-redirect";
import { authorizationOf } from "#lib/emr/fhir/auth/authorization-of";
import { grantsOf } from "#lib/emr/grants";
import { EmrError } from "#lib/emr/port/port";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { EmrBrowser } from "#lib/testing/fhir/emr-browser";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { FHIR_USER, type SmartServer, startSmartServer } from "#lib/testing/fhir/smart-server";
import { makeLinkToken } from "#lib/testing/link-token";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { allowPrivateEmrs } from "#lib/testing/private-emrs";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
allowPrivateEmrs();

const CLIENT = { clientId: "console", clientSecret: "a-secret-of-the-vendor" };
let fhir: MedplumServer;
let emr: SmartServer;
let account: TestAccount;
let admin: Record<string, string>;
let browser: EmrBrowser;

beforeEach(async () => {
  forgetSingleton("probe-counts");
  fhir = await startMedplum();
  emr = await startSmartServer({ ...CLIENT, redirectUri: appRedirectUri() });
  fhir.admits = emr.admits;
  fhir.smartConfiguration = emr.smartConfiguration;
  account = await makeLinkedAccount();
  admin = await signIn(account, "admin");
  browser = new EmrBrowser();
});
afterEach(async () => {
  vi.useRealTimers();
  await Promise.all([fhir.stop(), emr.stop()]);
});

const addApp = async () => {
  const body = {
    issuer: fhir.baseUrl,
    client_id: CLIENT.clientId,
    client_secret: CLIENT.clientSecret,
    token_url: emr.tokenUrl,
  };
  return (await call(ADD_APP, "POST", "/emr-apps", { headers: admin, body })).body.emr_app;
};

const begin = (base_url = fhir.baseUrl, headers = admin) =>
  call(BEGIN, "POST", "/emr-authorizations", { headers, body: { base_url } });

const begun = async () => (await begin()).body as { start: string; emr_authorization: { id: string } };

const shown = async (id: string, headers = admin) =>
  (await call(AUTHORIZATION, "GET", `/emr-authorizations/${id}`, { headers, params: { id } })).body.emr_authorization;

const connection = (authorization_id: string, base_url = fhir.baseUrl) => ({
  base_url,
  auth: { kind: "smart_app", authorization_id },
});

const link = (given: unknown, headers = admin) =>
  call(LINK, "POST", "/linked-accounts", {
    headers,
    body: { name: "Annex", emr_type: "fhir", timezone: "America/Chicago", connection: given },
  });

const storedRow = async (id: string) => {
  const [row] = await database.asOwner<Record<string, string | null>>("SELECT * FROM emr_authorization WHERE id = $1", [
    id,
  ]);
  return row ?? {};
};

/** Goes the whole way. Returns the id of what was granted. */
async function granted(): Promise<string> {
  await addApp();
  const { start, emr_authorization } = await begun();
  expect(await browser.authorize(start)).toBe("granted");
  return emr_authorization.id;
}

/** Nothing of an authorization is kept but that it failed. */
async function expectNothingStored(id: string) {
  expect(await storedRow(id)).toMatchObject({ granted_at: null, access_ends_at: null, fhir_user: null });
  expect((await link(connection(id))).status).toBe(400);
}

describe("a sign-in at an EMR", () => {
  it("links it, with the person who consented in the audit log, and no token in sight", async () => {
    const id = await granted();
    expect(await shown(id)).toMatchObject({ state: "granted", problem: null, fhir_user: FHIR_USER });
    const { status, body } = await link(connection(id));
    expect(status).toBe(201);
    const made = body.linked_account;
    expect(made.connection).toEqual(connection(id));
    const [entry] = await database.asOwner<{ detail: object }>(
      "SELECT detail FROM audit_log WHERE action = 'linked-accounts:create' AND status = 201 AND organization_id = $1 ORDER BY id DESC LIMIT 1",
      [account.tenant.organizationId],
    );
    expect(entry?.detail).toMatchObject({ connected_to: new URL(fhir.baseUrl).origin, authorized_by: FHIR_USER });
    const { sealed, ...row } = await storedRow(id);
    expect(row.linked_account_id?.replaceAll("-", "")).toBe(made.id);
    expect(sealed).toMatch(/^eyJ/);
    expect(emr.requests).toEqual(["authorization_code"]);
  });

  it("asks with PKCE by S256, a state, the server as audience, and for lasting access", async () => {
    await addApp();
    const { start } = await begun();
    const asked = new URL(await EmrBrowser.addressIn(await browser.leave(start))).searchParams;
    expect(Object.fromEntries(asked)).toEqual({
      response_type: "code",
      client_id: CLIENT.clientId,
      redirect_uri: appRedirectUri(),
      scope: expect.stringContaining("offline_access"),
      state: expect.stringMatching(/.{80}/),
      aud: fhir.baseUrl,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  it("is refused before anybody starts where no app is registered", async () => {
    const { status, body } = await begin();
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ field: "base_url", message: expect.stringContaining("is not registered") }]);
    expect(fhir.requests).toEqual([]);
  });

  it("begins once, from our own pages alone", async () => {
    await addApp();
    const { start, emr_authorization } = await begun();
    expect((await browser.leave(start, "https://evil.example")).status).toBe(403);
    expect((await browser.leave(start)).status).toBe(200);
    expect((await browser.leave(start)).headers.get("location")).toContain("used");
    expect((await storedRow(emr_authorization.id)).start_hash).toBeNull();
  });

  it("serves an app that is registered for all servers of a vendor", async () => {
    const body = {
      issuer: new URL(fhir.baseUrl).origin,
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
    };
    await call(ADD_APP, "POST", "/emr-apps", { headers: admin, body: { ...body, token_url: emr.tokenUrl } });
    expect((await begin()).status).toBe(201);
  });
});

describe("an answer of an EMR", () => {
  /** Returns a begun authorization, and the address with which the EMR leads back. */
  async function answered(choice?: "allow" | "refuse") {
    await addApp();
    const { start, emr_authorization } = await begun();
    const there = await EmrBrowser.addressIn(await browser.leave(start));
    return { id: emr_authorization.id, back: await browser.signInThere(there, choice) };
  }

  it("with another state is of no sign-in", async () => {
    const { id, back } = await answered();
    const other = new URL(back);
    other.searchParams.set("state", `${back.searchParams.get("state")?.slice(0, -1)}~`);
    expect(await browser.comeBack(other)).toBe("unknown");
    const forged = new URL(back);
    forged.searchParams.set("state", `${back.searchParams.get("state")?.slice(0, -43)}${"A".repeat(43)}`);
    expect(await browser.comeBack(forged)).toBe("unknown");
    await expectNothingStored(id);
    expect(emr.requests).toEqual([]);
  });

  it("in another browser is refused, and does not use up that of the right one", async () => {
    const { id, back } = await answered();
    expect(await new EmrBrowser().comeBack(back)).toBe("other_browser");
    await expectNothingStored(id);
    expect(await browser.comeBack(back)).toBe("granted");
  });

  it("is good once", async () => {
    const { back } = await answered();
    expect(await browser.comeBack(back)).toBe("granted");
    expect(await browser.comeBack(back)).toBe("used");
    expect(emr.requests).toEqual(["authorization_code"]);
  });

  it("of two at once is taken once", async () => {
    const { back } = await answered();
    const outcomes = await Promise.all([browser.comeBack(back), browser.comeBack(back)]);
    expect(outcomes.toSorted()).toEqual(["granted", "used"]);
    expect(emr.requests).toEqual(["authorization_code"]);
  });

  it("of another issuer, or of none where the EMR names itself, is refused", async () => {
    const { id, back } = await answered();
    const other = new URL(back);
    other.searchParams.set("iss", "https://other-emr.example");
    expect(await browser.comeBack(other)).toBe("mixed_issuer");
    expect(await shown(id)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("Another EMR answered"),
    });
    await expectNothingStored(id);
    const next = await begun();
    const bare = await browser.signInThere(await EmrBrowser.addressIn(await browser.leave(next.start)));
    bare.searchParams.delete("iss");
    expect(await browser.comeBack(bare)).toBe("mixed_issuer");
    expect(emr.requests).toEqual([]);
  });

  it("that refuses is told as such", async () => {
    const { id, back } = await answered("refuse");
    expect(await browser.comeBack(back)).toBe("refused");
    expect(await shown(id)).toMatchObject({ state: "failed", problem: expect.stringContaining("refused at the EMR") });
    await expectNothingStored(id);
  });

  it("that is late is told as such", async () => {
    const { id, back } = await answered();
    await database.asOwner("UPDATE emr_authorization SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    expect(await browser.comeBack(back)).toBe("late");
    expect(await shown(id)).toMatchObject({ state: "failed", problem: expect.stringContaining("too late") });
    await expectNothingStored(id);
  });

  it.each([
    ["code_refused", () => Object.assign(emr, { refusesCodes: true })],
    ["no_answer", () => Object.assign(emr, { lostAnswers: 1 })],
    ["not_lasting", () => Object.assign(emr, { givesRefreshTokens: false })],
  ])("whose code comes to nothing is told as %s", async (outcome, fault) => {
    const { id, back } = await answered();
    fault();
    expect(await browser.comeBack(back)).toBe(outcome);
    expect(await shown(id)).toMatchObject({ state: "failed", problem: expect.stringContaining("Nothing was stored") });
    await expectNothingStored(id);
  });
});

describe("a view that is a page of its own", () => {
  const ORIGIN = "https://portal.example";

  /** Begins in the view of a link, and leaves it for the EMR. */
  async function left(redirect_url?: string) {
    await addApp();
    const view = await makeLinkToken(
      account,
      ORIGIN,
      redirect_url === undefined ? {} : { origin: undefined, redirect_url },
    );
    const { start, emr_authorization } = (await begin(fhir.baseUrl, view.headers)).body;
    const answer = await browser.leave(start, undefined, view.token);
    const back = `/embed/${view.id}?signed_in=${emr_authorization.id}#${view.token}`;
    return { view, start, id: emr_authorization.id as string, answer, back };
  }

  const signedIn = async (answer: Response, choice?: "allow" | "refuse") =>
    browser.signInThere(await EmrBrowser.addressIn(answer), choice);

  const ledTo = (answer: Response) => answer.headers.get("location");

  it("is led back to with its token in the fragment, which is kept sealed alone, and only until then", async () => {
    const { view, id, answer, back } = await left(`${ORIGIN}/done`);
    expect((await storedRow(id)).sealed).not.toContain(view.token);
    const there = await signedIn(answer);
    expect(there.href).not.toContain(view.token);
    expect(ledTo(await browser.follow(there))).toBe(back);
    expect(await shown(id, view.headers)).toMatchObject({ state: "granted", base_url: fhir.baseUrl });
    // A second answer has nothing to lead back with.
    expect(ledTo(await browser.follow(there))).toBe("/emr-authorization?outcome=used");
  });

  it("is led back to after a refusal, and after a late answer, which it says in words", async () => {
    const refused = await left(`${ORIGIN}/done`);
    expect(ledTo(await browser.follow(await signedIn(refused.answer, "refuse")))).toBe(refused.back);
    expect(await shown(refused.id, refused.view.headers)).toMatchObject({
      state: "failed",
      problem: expect.stringContaining("refused at the EMR"),
    });
    const late = (await begin(fhir.baseUrl, refused.view.headers)).body;
    const there = await signedIn(await browser.leave(late.start, undefined, refused.view.token));
    const { id } = late.emr_authorization;
    await database.asOwner("UPDATE emr_authorization SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    expect(ledTo(await browser.follow(there))).toContain(`signed_in=${id}#`);
    expect(await storedRow(id)).toMatchObject({ sealed: null, problem: "late" });
    expect(await shown(id, refused.view.headers)).toMatchObject({ problem: expect.stringContaining("too late") });
  });

  it("shows its token to no other browser", async () => {
    const { answer, back } = await left(`${ORIGIN}/done`);
    const there = await signedIn(answer);
    expect(ledTo(await new EmrBrowser().follow(there))).toBe("/emr-authorization?outcome=other_browser");
    expect(ledTo(await browser.follow(there))).toBe(back);
  });

  it("is led back to where it cannot leave any more", async () => {
    const { view, start, back } = await left(`${ORIGIN}/done`);
    expect(ledTo(await browser.leave(start, undefined, view.token))).toBe(back);
  });

  it("leaves with its own token alone, and never a frame", async () => {
    const { view, start } = await left();
    expect(ledTo(await browser.leave(start, undefined, view.token))).toBe("/emr-authorization?outcome=unknown");
    const other = await makeLinkToken(account, ORIGIN, { origin: undefined, redirect_url: `${ORIGIN}/done` });
    const begunThere = (await begin(fhir.baseUrl, other.headers)).body;
    for (const token of [view.token, `${other.token}x`, ""]) {
      expect(ledTo(await browser.leave(begunThere.start, undefined, token))).toBe("/emr-authorization?outcome=unknown");
    }
  });
});

it("tells a form whether people can sign in at an address, without a call of the EMR", async () => {
  const ask = (base_url: string, headers = admin) =>
    call(SIGN_IN, "GET", `/emr-sign-in?${new URLSearchParams({ base_url })}`, { headers });
  expect((await ask(fhir.baseUrl)).body).toMatchObject({ has_app: false });
  await addApp();
  const view = await makeLinkToken(account, "https://portal.example");
  for (const headers of [admin, view.headers]) {
    expect((await ask(fhir.baseUrl, headers)).body).toMatchObject({ has_app: true });
    expect((await ask("https://other.example/r4", headers)).body).toMatchObject({ has_app: false });
  }
  expect((await ask("nowhere")).status).toBe(400);
  expect(fhir.requests).toEqual([]);
});

describe("what was granted", () => {
  it("is for whoever began it alone, and for one account", async () => {
    const id = await granted();
    const other = await makeLinkedAccount();
    const stranger = await signIn(other, "admin");
    expect(
      (await call(AUTHORIZATION, "GET", `/emr-authorizations/${id}`, { headers: stranger, params: { id } })).status,
    ).toBe(404);
    for (const headers of [stranger, await signIn(account, "admin")]) {
      const refused = await link(connection(id), headers);
      expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, "connection.auth.authorization_id"]);
    }
    expect((await link(connection(id))).status).toBe(201);
    expect((await link(connection(id))).status).toBe(400);
  });

  it("in a partner's view is for its link token alone, and links the EMR with the consent in the audit log", async () => {
    await addApp();
    const view = await makeLinkToken(account, "https://portal.example");
    const { body } = await begin(fhir.baseUrl, view.headers);
    const { id } = body.emr_authorization;
    expect(await browser.authorize(body.start)).toBe("granted");
    expect(await shown(id, view.headers)).toMatchObject({ state: "granted" });
    expect((await link(connection(id))).status).toBe(400);
    const linked = await call(LINK_BY_TOKEN, "POST", `/link-tokens/${view.id}/account`, {
      headers: view.headers,
      params: { id: view.id },
      body: { name: "Annex", emr_type: "fhir", timezone: "America/Chicago", connection: connection(id) },
    });
    expect(linked.status).toBe(201);
    const [entry] = await database.asOwner<{ detail: object }>(
      "SELECT detail FROM audit_log WHERE route = 'POST /link-tokens/{id}/account' AND organization_id = $1",
      [account.tenant.organizationId],
    );
    expect(entry?.detail).toMatchObject({ authorized_by: FHIR_USER, agreed_to: expect.any(Array) });
  });

  it("goes to no other server than the one at which it was granted", async () => {
    const id = await granted();
    const seen: unknown[] = [];
    const other = await startMedplum();
    other.admits = ({ authorization }) => seen.push(authorization) > 0;
    const { body } = await call(PROBE, "POST", "/linked-accounts/probe", {
      headers: admin,
      body: { emr_type: "fhir", connection: connection(id, other.baseUrl) },
    });
    expect(body.problems).toEqual([
      { field: "connection.auth.authorization_id", message: expect.stringContaining("another EMR") },
    ]);
    expect(seen.filter(Boolean)).toEqual([]);
    await other.stop();
  });
});

describe("a refresh", () => {
  const auth = (authorization_id: string) => ({ kind: "smart_app" as const, authorization_id });

  /** Returns the authorization of calls as a process has it that knows no token yet. */
  const process = (id: string) =>
    authorizationOf({ base_url: fhir.baseUrl, auth: auth(id) }, emrClient({ baseUrl: fhir.baseUrl }), {
      id: null,
      grants: grantsOf(account.tenant.organizationId),
    });

  const endAccess = (id: string) =>
    database.asOwner("UPDATE emr_authorization SET access_ends_at = now() WHERE id = $1", [id]);

  const signal = () => AbortSignal.timeout(20_000);
  const refreshes = () => emr.requests.filter((kind) => kind === "refresh_token").length;
  const failure = async (asked: Promise<unknown>) => {
    const error = await asked.catch((thrown: unknown) => thrown);
    if (!(error instanceof EmrError)) throw new Error(`No EmrError, but ${String(error)}`);
    return error;
  };

  it("is asked once by all processes together, and rotates the sealed token", async () => {
    const id = await granted();
    const before = await storedRow(id);
    await endAccess(id);
    const headers = await Promise.all([1, 2, 3].map(() => process(id).headers(signal())));
    expect(new Set(headers.map(({ authorization }) => authorization)).size).toBe(1);
    expect(refreshes()).toBe(1);
    expect((await storedRow(id)).sealed).not.toBe(before.sealed);
    await endAccess(id);
    await process(id).headers(signal());
    expect(refreshes()).toBe(2);
  });

  it("follows a refused access token", async () => {
    const id = await granted();
    const one = process(id);
    const first = await one.headers(signal());
    expect(one.renew(first)).toBe(true);
    expect(await one.headers(signal())).not.toEqual(first);
    expect(refreshes()).toBe(1);
  });

  it("whose answer is lost is tried again with the former token, and ends in a new sign-in if the EMR has replaced it", async () => {
    const id = await granted();
    await endAccess(id);
    emr.lostAnswers = 1;
    const lost = await failure(process(id).headers(signal()));
    expect([lost.kind, lost.loginRequired, lost.notDone]).toEqual(["passing", false, true]);
    expect((await storedRow(id)).refused_at).toBeNull();
    // The authorization server takes the reuse of a replaced token for theft, and ends all that was granted.
    const ended = await failure(process(id).headers(signal()));
    expect([ended.loginRequired, ended.reasons[0]?.code]).toEqual([true, "login_required"]);
    expect((await storedRow(id)).refused_at).not.toBeNull();
    expect(refreshes()).toBe(2);
    await failure(process(id).headers(signal()));
    expect(refreshes()).toBe(2);
  });

  it("that finds no app any more asks for a new sign-in", async () => {
    const id = await granted();
    const { emr_app_id } = await storedRow(id);
    const app = emr_app_id?.replaceAll("-", "") ?? "";
    await call(REMOVE_APP, "DELETE", `/emr-apps/${app}`, { headers: admin, params: { id: app } });
    await endAccess(id);
    expect((await failure(process(id).headers(signal()))).message).toContain("removed");
  });

  it("that is refused for good leaves the account with a lost login, which a new sign-in mends", async () => {
    const id = await granted();
    const made = (await link(connection(id))).body.linked_account;
    const state = async () =>
      (await call(ACCOUNT, "GET", `/linked-accounts/${made.id}`, { headers: admin, params: { id: made.id } })).body
        .linked_account.login_required_since;
    const read = async () => {
      const tenant = { organizationId: account.tenant.organizationId, linkedAccountId: null };
      const rows = await withTenant(tenant, (tx) => tx.select(emrColumns).from(linkedAccount));
      const row = rows.find((each) => each.id === made.id);
      if (!row) throw new Error("The account is missing");
      return (await openEmr(row, "write")).readSettings(signal());
    };
    expect(await state()).toBeNull();
    await emr.revoke();
    await endAccess(id);
    expect((await failure(read())).loginRequired).toBe(true);
    expect(await state()).toEqual(expect.any(String));

    const { start, emr_authorization } = await begun();
    expect(await browser.authorize(start)).toBe("granted");
    const mended = await call(PATCH, "PATCH", `/linked-accounts/${made.id}`, {
      headers: admin,
      params: { id: made.id },
      body: { connection: connection(emr_authorization.id) },
    });
    expect(mended.status).toBe(200);
    expect(await state()).toBeNull();
    expect(await storedRow(id)).toEqual({});
  });
});
