import { generateSync } from "otplib";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as ACCEPT } from "#app/api/invitation/accept/route.ts";
import { POST as SWITCH } from "#app/api/session/organization/route.ts";
import { PUT as CHANGE_PASSWORD } from "#app/v1/me/password/route.ts";
import { POST as CONFIRM } from "#app/v1/me/second-factor/confirmation/route.ts";
import { POST as BEGIN } from "#app/v1/me/second-factor/enrolments/route.ts";
import { DELETE as REMOVE } from "#app/v1/me/second-factors/[id]/route.ts";
import { POST as ADD } from "#app/v1/me/second-factors/route.ts";
import { DELETE as DROP_PROVIDER } from "#app/v1/organizations/provider/route.ts";
import { PUT as SET_RULES } from "#app/v1/organizations/sign-in/route.ts";
import { PATCH } from "#app/v1/users/[id]/route.ts";
import { DELETE as RESET } from "#app/v1/users/[id]/second-factor/route.ts";
import { ownIdentity, ownProvider, secondFactor } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { seal } from "#lib/security/sealing/secret-box";
import { atOnce } from "#lib/testing/at-once";
import { call } from "#lib/testing/call";
import { heldTable } from "#lib/testing/held-table";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { addPeople, changePerson } from "#lib/testing/people";
import { signIn, signInAgain } from "#lib/testing/principals";
import { newScimToken, scimDirectory } from "#lib/testing/scim-directory";
import { testDatabase } from "#lib/testing/test-database";
import { findPeople } from "./find-person.ts";
import { newInvitation } from "./invitation.ts";
import { hashPassword } from "./password.ts";
import { newPasswordLink } from "./password-reset.ts";
import { beginSecondStep, pendingSignIn } from "./second-factor/challenge.ts";
import { replaceRecoveryCodes } from "./second-factor/recovery-codes.ts";
import { beginSession } from "./sessions.ts";

const database = testDatabase();
const PASSWORD = "correct horse battery";

let clinic: TestAccount;
let userId: string;
let email: string;
let headers: Record<string, string>;

const here = () => ({ organizationId: clinic.tenant.organizationId, linkedAccountId: null });

async function sessionOf(address: string, account = clinic) {
  const [person] = await findPeople(address);
  if (!person) throw new Error("Nobody is there");
  return signInAgain(account.tenant, person.opens, "Firefox on Windows");
}

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  userId = newId();
  email = `${userId}@clinic.example`;
  const passwordHash = await hashPassword(PASSWORD);
  await addPeople(here().organizationId, [{ id: userId, email, name: "Robin", passwordHash, role: "staff" }]);
  headers = await sessionOf(email);
});

const ORIGIN = "http://127.0.0.1:3000";

/** Calls a route of the pages before a session, like them. */
const post = (route: (request: Request) => Promise<Response>, body: object, cookie: Record<string, string> = {}) =>
  route(
    new Request(`${ORIGIN}/api/x`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: ORIGIN, host: "127.0.0.1:3000", ...cookie },
      body: JSON.stringify(body),
    }),
  );

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

/** Runs requests that all stand before their audit entry, the last thing that each of them writes. */
const race = <Result>(...requests: (() => Promise<Result>)[]) => atOnce(database.ownerUrl, "audit_log", requests);

const count = async (table: string, column: string, value: string) => {
  const rows = await database.asOwner(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [value]);
  return rows.length;
};

const secret = () => "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

describe("second factors", () => {
  /** Gives the person an authenticator app and a passkey. Returns their ids. */
  async function giveTwo(): Promise<[string, string]> {
    const [app, passkey] = [newId(), newId()];
    const common = { organizationId: here().organizationId, userId };
    await withTenant(here(), async (tx) => {
      await tx.insert(secondFactor).values([
        { ...common, id: app, kind: "totp", name: "App", secret: await seal(secret()), lastStep: 0 },
        {
          ...common,
          id: passkey,
          kind: "passkey",
          name: "Key",
          credentialId: newId(),
          publicKey: Buffer.from("key"),
          signCount: 0,
          transports: [],
        },
      ]);
    });
    return [app, passkey];
  }

  const confirmed = async (code?: string) =>
    (
      await call(CONFIRM, "POST", "/me/second-factor/confirmation", {
        headers,
        body: { current_password: PASSWORD, ...(code && { code }) },
      })
    ).body.confirmation as string;
  const remove = (id: string, confirmation: string) =>
    call(REMOVE, "DELETE", `/me/second-factors/${id}`, { headers, params: { id }, body: { confirmation } });

  it("are not both removed at once where one is required", async () => {
    const [app, passkey] = await giveTwo();
    const admin = await signIn(clinic, "admin");
    await call(SET_RULES, "PUT", "/organizations/sign-in", { headers: admin, body: { second_factor_required: true } });
    const confirmation = await confirmed(generateSync({ secret: secret() }));
    const answers = await race(
      () => remove(app, confirmation),
      () => remove(passkey, confirmation),
    );
    expect([statuses(answers), await count("second_factor", "user_id", userId)]).toEqual([[200, 409], 1]);
  });

  it("are removed by their person and an admin at once, without leaving recovery codes", async () => {
    const [app] = await giveTwo();
    await withTenant(here(), (tx) => replaceRecoveryCodes(tx, { ...here(), userId }));
    const admin = await signIn(clinic, "admin");
    const confirmation = await confirmed(generateSync({ secret: secret() }));
    const answers = await race(
      () => remove(app, confirmation),
      () =>
        call(RESET, "DELETE", `/users/${userId}/second-factor`, { headers: admin, params: { id: userId }, body: {} }),
    );
    expect(answers.every(({ status }) => [200, 404].includes(status))).toBe(true);
    expect(await count("second_factor", "user_id", userId)).toBe(0);
    expect(await count("recovery_code", "user_id", userId)).toBe(0);
  });

  it("make recovery codes once if two are added at once", async () => {
    const confirmation = await confirmed();
    const begun = async () =>
      (await call(BEGIN, "POST", "/me/second-factor/enrolments", { headers, body: { confirmation, kind: "totp" } }))
        .body;
    const [one, other] = [await begun(), await begun()];
    const add = ({ enrolment, totp }: { enrolment: string; totp: { secret: string } }) =>
      call(ADD, "POST", "/me/second-factors", {
        headers,
        body: { enrolment, code: generateSync({ secret: totp.secret }) },
      });
    const answers = await race(
      () => add(one),
      () => add(other),
    );
    expect(statuses(answers)).toEqual([201, 409]);
    expect(await count("recovery_code", "user_id", userId)).toBe(10);
  });

  it("are proven by a recovery code once, however often it is sent at once", async () => {
    await giveTwo();
    const [code = ""] = await withTenant(here(), (tx) => replaceRecoveryCodes(tx, { ...here(), userId }));
    const confirm = () =>
      call(CONFIRM, "POST", "/me/second-factor/confirmation", { headers, body: { current_password: PASSWORD, code } });
    expect(statuses(await race(confirm, confirm, confirm))).toEqual([200, 400, 400]);
  });
});

describe("second factors where one is required", () => {
  it("never are none, whichever of three are removed at once", async () => {
    const ids = [newId(), newId(), newId()];
    await withTenant(here(), async (tx) => {
      const common = { organizationId: here().organizationId, userId };
      await tx.insert(secondFactor).values({
        ...common,
        id: ids[0] ?? "",
        kind: "totp",
        name: "App",
        secret: await seal(secret()),
        lastStep: 0,
      });
      for (const id of ids.slice(1)) {
        const key = { credentialId: newId(), publicKey: Buffer.from("key"), signCount: 0, transports: [] };
        await tx.insert(secondFactor).values({ ...common, id, kind: "passkey", name: id, ...key });
      }
    });
    const admin = await signIn(clinic, "admin");
    await call(SET_RULES, "PUT", "/organizations/sign-in", { headers: admin, body: { second_factor_required: true } });
    const body = { current_password: PASSWORD, code: generateSync({ secret: secret() }) };
    const confirm = await call(CONFIRM, "POST", "/me/second-factor/confirmation", { headers, body });
    const { confirmation } = confirm.body;
    const requests = [...ids, ...ids].map(
      (id) => () =>
        call(REMOVE, "DELETE", `/me/second-factors/${id}`, { headers, params: { id }, body: { confirmation } }),
    );
    const answers = await race(...requests);
    expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true);
    expect(await count("second_factor", "user_id", userId)).toBe(1);
  });
});

describe("a link for a password", () => {
  const accept = (token: string, password: string) => () => post(ACCEPT, { token, name: "Robin", password });

  it("works once if it is used twice at once: an invitation", async () => {
    const { token, hash, expiresAt } = newInvitation();
    await changePerson(here().organizationId, userId, { invitationHash: hash, invitationExpiresAt: expiresAt });
    const answers = await race(accept(token, "the first password"), accept(token, "the second password"));
    expect(statuses(answers)).toEqual([200, 404]);
  });

  it("works once if it is used twice at once: one for a forgotten password", async () => {
    const link = await withTenant(here(), (tx) => newPasswordLink(tx, userId));
    const token = link?.address.split("#")[1] ?? "";
    const answers = await race(accept(token, "the first password"), accept(token, "the second password"));
    expect(statuses(answers)).toEqual([200, 404]);
  });
});

describe("a sign-in by a password that is changed meanwhile", () => {
  const request = { route: "POST /api/auth/callback/credentials", address: null, userAgent: null };

  async function robin() {
    const [person] = await findPeople(email);
    if (!person) throw new Error("Nobody is there");
    return person;
  }

  it.each([
    ["begins no session", async () => beginSession((await robin()).opens, request)],
    ["begins no second step", async () => beginSecondStep(await robin())],
  ])("%s", async (_what, begin) => {
    const held = await heldTable(database.ownerUrl, "app_user", "EXCLUSIVE");
    const begun = expect(begin()).rejects.toMatchObject({ code: "unauthenticated" });
    await held.waitedFor(1);
    await held.change("UPDATE app_user SET password_hash = 'other' WHERE id = $1", [userId]);
    await held.letGo();
    await begun;
    expect(await count("app_session", "user_id", userId)).toBe(1);
    expect(await count("second_factor_challenge", "user_id", userId)).toBe(0);
  });

  it("ends before its second factor", async () => {
    const cookie = (await beginSecondStep(await robin())).split(";")[0] ?? "";
    expect(await pendingSignIn(cookie)).not.toBeNull();
    const body = { current_password: PASSWORD, new_password: "another horse battery" };
    expect((await call(CHANGE_PASSWORD, "PUT", "/me/password", { headers, body })).status).toBe(200);
    expect(await pendingSignIn(cookie)).toBeNull();
  });
});

describe("a session", () => {
  /** Makes the person one of three organizations. Returns the two others. */
  async function ofThree() {
    const others = [await makeLinkedAccount(), await makeLinkedAccount()];
    const home = { homeUserId: userId, homeOrganizationId: here().organizationId };
    await changePerson(here().organizationId, userId, home);
    for (const { tenant } of others) {
      await addPeople(tenant.organizationId, [{ id: newId(), email, name: "Robin", role: "staff", ...home }]);
    }
    headers = await sessionOf(email);
    await database.asOwner("DELETE FROM app_session WHERE user_id <> $1", [userId]);
    await database.asOwner("DELETE FROM app_session WHERE id <> (SELECT max(id::text)::uuid FROM app_session)");
    return others.map(({ tenant }) => tenant.organizationId);
  }
  const take = (organization_id: string | undefined) => () => post(SWITCH, { organization_id }, headers);
  const sessions = async () => (await database.asOwner("SELECT id FROM app_session")).length;

  it("is taken to another organization once by three requests at once", async () => {
    const [one] = await ofThree();
    const answers = await race(take(one), take(one), take(one));
    expect([statuses(answers).filter((each) => each === 200), await sessions()]).toEqual([[200], 1]);
  });

  it("is taken to one of two organizations by requests at once, and each time again", async () => {
    const [one, other] = await ofThree();
    const answers = await race(take(one), take(other), take(other));
    expect([statuses(answers).filter((each) => each === 200), await sessions()]).toEqual([[200], 1]);
  });

  it("is taken elsewhere after a process died that had begun to, but not at once", async () => {
    const [one] = await ofThree();
    await database.asOwner("UPDATE app_session SET leaving_at = now() - interval '59 seconds'");
    expect((await take(one)()).status).toBe(409);
    await database.asOwner("UPDATE app_session SET leaving_at = now() - interval '61 seconds'");
    expect([(await take(one)()).status, await sessions()]).toEqual([200, 1]);
  });
});

describe("of two admins one remains", () => {
  let admins: { id: string; headers: Record<string, string> }[];

  beforeEach(async () => {
    const passwordHash = await hashPassword(PASSWORD);
    admins = [];
    for (const name of ["Ada", "Kim"]) {
      const id = newId();
      const address = `${id}@clinic.example`;
      await addPeople(here().organizationId, [{ id, email: address, name, passwordHash, role: "admin" }]);
      admins.push({ id, headers: await sessionOf(address) });
    }
  });

  const change = (by: number, of: number, body: object) => () =>
    call(PATCH, "PATCH", `/users/${admins[of]?.id}`, {
      headers: admins[by]?.headers ?? {},
      params: { id: admins[of]?.id ?? "" },
      body,
    });
  const left = async () =>
    (
      await database.asOwner(
        "SELECT id FROM app_user WHERE organization_id = $1 AND role = 'admin' AND deactivated_at IS NULL",
        [here().organizationId],
      )
    ).length;

  it.each([
    ["deactivate each other", { active: false }, { active: false }],
    ["make each other staff", { role: "staff" }, { role: "staff" }],
    ["do one each", { role: "staff" }, { active: false }],
  ])("if they %s at once", async (_what, one, other) => {
    const answers = await race(change(0, 1, one), change(1, 0, other));
    expect(statuses(answers).filter((each) => each === 200)).toHaveLength(1);
    expect(await left()).toBe(1);
  });

  /** Lets an admin sign in by the organization's own provider alone. */
  async function byProvider(index: number, issuer = "https://id.clinic.example") {
    const id = admins[index]?.id ?? "";
    const { organizationId } = here();
    await changePerson(organizationId, id, { passwordHash: null });
    await withTenant(here(), async (tx) => {
      await tx.insert(ownProvider).values({
        id: newId(),
        organizationId,
        issuer: "https://id.clinic.example",
        clientId: "console",
        clientSecret: await seal("secret"),
        externalIdClaim: "sub",
      });
      await tx.insert(ownIdentity).values({ organizationId, userId: id, issuer, subject: "7" });
    });
  }
  const dropProvider = (by: number) => () =>
    call(DROP_PROVIDER, "DELETE", "/organizations/provider", { headers: admins[by]?.headers ?? {}, body: {} });

  it.each<[string, object, object]>([
    ["by the directory, both", { active: false }, { active: false }],
    ["by the directory, which takes one's role and deactivates the other", { roles: [] }, { active: false }],
  ])("if they are shut out at once: %s", async (_what, one, other) => {
    const token = { name: "Okta", admin_role: "admins" };
    const directory = scimDirectory((await newScimToken(admins[0]?.headers ?? {}, token)).token);
    for (const { id } of admins) await directory.patch(id, { op: "add", path: "roles", value: "admins" });
    const patch = (index: number, value: object) => () =>
      directory.patch(admins[index]?.id ?? "", { op: "replace", value });
    const answers = await race(patch(0, one), patch(1, other), patch(0, other));
    expect(answers.map(({ status }) => status).every((status) => [200, 409].includes(status))).toBe(true);
    expect(await left()).toBe(1);
  });

  it("if the directory deactivates one while the other makes themselves the only one", async () => {
    const token = { name: "Okta", admin_role: "admins" };
    const directory = scimDirectory((await newScimToken(admins[0]?.headers ?? {}, token)).token);
    const answers = await race<{ status: number }>(
      () => directory.patch(admins[0]?.id ?? "", { op: "replace", value: { active: false } }),
      change(0, 1, { role: "staff" }),
      () => directory.remove(admins[1]?.id ?? ""),
    );
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await left()).toBe(1);
  });

  it("if one's provider is removed while the other is deactivated", async () => {
    await byProvider(1);
    const answers = await race(dropProvider(0), change(1, 0, { active: false }));
    expect(statuses(answers)).toEqual([200, 409]);
  });

  it("who counts only if they can still sign in: not by a provider that is gone", async () => {
    await byProvider(1);
    expect((await dropProvider(0)()).status).toBe(200);
    expect((await change(1, 0, { active: false })()).status).toBe(409);
    expect((await change(1, 0, { role: "staff" })()).status).toBe(409);
  });

  it("who counts only if they can still sign in: not by the provider's former issuer, nor by the deployment's", async () => {
    await byProvider(1, "https://old.clinic.example");
    expect((await change(1, 0, { active: false })()).status).toBe(409);
    await changePerson(here().organizationId, admins[1]?.id ?? "", {
      identityIssuer: "https://gone.example",
      identitySubject: "7",
    });
    expect((await change(1, 0, { active: false })()).status).toBe(409);
  });

  it("who can sign in: the provider of all admins is not removed", async () => {
    await byProvider(1);
    await changePerson(here().organizationId, admins[0]?.id ?? "", { passwordHash: null });
    const { status, body } = await dropProvider(0)();
    expect([status, body.message]).toEqual([409, expect.stringContaining("No admin could sign in any more")]);
    expect(await count("own_provider", "organization_id", here().organizationId)).toBe(1);
  });
});
