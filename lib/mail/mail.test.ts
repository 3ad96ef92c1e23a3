import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as ACCEPT } from "#app/api/invitation/accept/route.ts";
import { POST as RESET_PASSWORD } from "#app/api/password-reset/route.ts";
import { PUT as CHOOSE } from "#app/v1/me/alerts/route.ts";
import { GET as ME } from "#app/v1/me/route.ts";
import { DELETE as RESET_FACTOR } from "#app/v1/users/[id]/second-factor/route.ts";
import { POST as INVITE } from "#app/v1/users/route.ts";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { metrics } from "#lib/kernel/metrics";
import { hashPassword } from "#lib/sign-in/password";
import { checkPassword } from "#lib/sign-in/sign-in";
import { call } from "#lib/testing/call";
import { type FakeSmtpServer, startFakeSmtpServer, startSilentServer } from "#lib/testing/fake-smtp-server";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { mailBy } from "#lib/testing/mail-by";
import { addPeople } from "#lib/testing/people";
import { signIn } from "#lib/testing/principals";
import { SignInBrowser } from "#lib/testing/sign-in-browser";
import { testDatabase } from "#lib/testing/test-database";
import { alert } from "./alert.ts";
import type { AlertKind } from "./kinds.ts";
import { mailMetrics } from "./metrics.ts";
import { sendMail } from "./send-mail.ts";

const database = testDatabase();
const CONSOLE = "http://127.0.0.1:3000";
const PASSWORD = "correct horse battery";
let smtp: FakeSmtpServer;
let clinic: TestAccount;
let admin: Record<string, string>;

/** The mails of the clinic, oldest first. */
const mails = () =>
  database.asOwner<{ id: string; kind: string; status: string; attempts: number; content: string | null; to: string }>(
    `SELECT replace(m.id::text, '-', '') AS id, m.kind, m.status, m.attempts, m.content, u.email AS to
     FROM mail m JOIN app_user u ON u.id = m.user_id WHERE m.organization_id = $1 ORDER BY m.id`,
    [clinic.tenant.organizationId],
  );

/** Sends the queued mails of the clinic, like the runner. */
async function sendAll(): Promise<void> {
  for (const { id, status } of await mails()) {
    if (status === "queued") await sendMail({ organizationId: clinic.tenant.organizationId, mailId: id });
  }
}

const entries = async () => {
  const rows = await database.asOwner<{ data: { mailId: string }; delayed: boolean }>(
    "SELECT data, due_at > now() AS delayed FROM queue.entry WHERE queue = 'mails' AND data ->> 'organizationId' = $1",
    [clinic.tenant.organizationId],
  );
  return rows;
};

const invite = (email: string) => call(INVITE, "POST", "/users", { headers: admin, body: { email, role: "staff" } });

beforeAll(async () => {
  smtp = await startFakeSmtpServer();
});
afterAll(() => smtp.stop());
beforeEach(async () => {
  clinic = await makeLinkedAccount();
  admin = await signIn(clinic, "admin");
  mailBy(smtp.url);
  smtp.answer(null);
  smtp.received.length = 0;
  await database.asOwner("DELETE FROM sign_in_bucket");
  return () => mailBy(null);
});

describe("an invitation", () => {
  it("is mailed with its link, once, and its content is stored sealed until then", async () => {
    const email = `${newId()}@clinic.example`;
    const { invitation } = (await invite(email)).body;
    expect(invitation.mailed).toBe(true);
    const [queued] = await mails();
    expect(queued).toMatchObject({ kind: "invitation", status: "queued", content: expect.stringMatching(/^eyJ/) });
    await sendAll();
    expect(smtp.received).toMatchObject([{ to: [email], text: expect.stringContaining(invitation.url) }]);
    expect(smtp.received[0]?.text).toContain(`Message-ID: <${queued?.id}@records.example>`);
    expect(await mails()).toMatchObject([{ status: "sent", attempts: 1, content: null }]);
    await sendMail({ organizationId: clinic.tenant.organizationId, mailId: queued?.id ?? "" });
    expect(smtp.received).toHaveLength(1);
  });

  it("has a queue entry in the transaction that invites, and none without mail", async () => {
    await invite(`${newId()}@clinic.example`);
    const [queued] = await mails();
    expect(await entries()).toMatchObject([{ data: { mailId: queued?.id } }]);
    mailBy(null);
    const { invitation } = (await invite(`${newId()}@clinic.example`)).body;
    expect(invitation.mailed).toBe(false);
    expect(await mails()).toHaveLength(1);
  });
});

describe("a server", () => {
  it("that is away or busy is asked again later, and the mail arrives then", async () => {
    await invite(`${newId()}@clinic.example`);
    smtp.answer(450);
    await sendAll();
    expect(await mails()).toMatchObject([{ status: "queued", attempts: 1 }]);
    expect((await entries()).map(({ delayed }) => delayed).sort()).toEqual([false, true]);
    mailBy("smtp://127.0.0.1:9");
    await sendAll();
    mailBy(smtp.url);
    smtp.answer(null);
    await sendAll();
    expect(await mails()).toMatchObject([{ status: "sent", attempts: 3 }]);
    expect(smtp.received).toHaveLength(1);
  });

  it("is seen in the metrics: attempts by outcome, mails that wait, and the age of the oldest", async () => {
    const figure = async (name: string) => {
      mailMetrics();
      const line = (await metrics().metrics()).split("\n").find((each) => each.startsWith(`${name} `));
      return Number(line?.split(" ").at(-1) ?? 0);
    };
    const figures = () =>
      Promise.all(
        ["passing", "sent"]
          .map((outcome) => figure(`crc_mail_attempts_total{outcome="${outcome}"}`))
          .concat(figure("crc_mails_queued")),
      );
    const [passing = 0, sent = 0, queued = 0] = await figures();
    await invite(`${newId()}@clinic.example`);
    await database.asOwner("UPDATE mail SET created_at = now() - interval '2 hours' WHERE organization_id = $1", [
      clinic.tenant.organizationId,
    ]);
    smtp.answer(450);
    await sendAll();
    expect(await figures()).toEqual([passing + 1, sent, queued + 1]);
    expect(await figure("crc_mail_oldest_queued_seconds")).toBeGreaterThanOrEqual(7_200);
    smtp.answer(null);
    await sendAll();
    expect(await figures()).toEqual([passing + 1, sent + 1, queued]);
  });

  it("that never answers costs one attempt", { tags: "long" }, async () => {
    const silent = await startSilentServer();
    try {
      mailBy(silent.url);
      await invite(`${newId()}@clinic.example`);
      await sendAll();
      expect(await mails()).toMatchObject([{ status: "queued", attempts: 1 }]);
    } finally {
      await silent.stop();
    }
  });

  it("that refuses for good ends the mail, and so does the last attempt", async () => {
    await invite(`${newId()}@clinic.example`);
    smtp.answer(550);
    await sendAll();
    expect(await mails()).toMatchObject([{ status: "failed", attempts: 1, content: null }]);
    smtp.answer(450);
    await invite(`${newId()}@clinic.example`);
    await database.asOwner("UPDATE mail SET attempts = 29 WHERE status = 'queued'");
    await sendAll();
    expect((await mails())[1]).toMatchObject({ status: "failed", attempts: 30, content: null });
  });
});

describe("a forgotten password", () => {
  const ask = (email: string) => new SignInBrowser(CONSOLE).post(RESET_PASSWORD, { email });
  const linkIn = (text: string) => /invitation#(reset_[\w-]+)/.exec(text)?.[1] ?? "";
  const accept = (token: string, password: string) =>
    new SignInBrowser(CONSOLE).post(ACCEPT, { token, name: "Ada", password });
  let email: string;

  beforeEach(async () => {
    email = `${newId()}@clinic.example`;
    const person = { name: "Ada", role: "staff" as const };
    await addPeople(clinic.tenant.organizationId, [
      { ...person, id: newId(), email, passwordHash: await hashPassword(PASSWORD) },
      { ...person, id: newId(), email: `invited-${email}` },
      {
        ...person,
        id: newId(),
        email: `gone-${email}`,
        deactivatedAt: new Date(),
        passwordHash: await hashPassword(PASSWORD),
      },
    ]);
  });

  it("is replaced through a mailed link, once", async () => {
    await ask(email.toUpperCase());
    await expect.poll(mails).toHaveLength(1);
    await sendAll();
    const token = linkIn(smtp.received[0]?.text ?? "");
    expect((await accept(token, "another horse battery")).status).toBe(200);
    expect(await checkPassword(email, PASSWORD)).toBeNull();
    expect(await checkPassword(email, "another horse battery")).not.toBeNull();
    expect((await accept(token, "a third horse battery")).status).toBe(404);
    const [entry] = await database.asOwner(
      `SELECT l.route, l.actor ->> 'kind' AS by, u.email FROM audit_log l JOIN app_user u ON replace(u.id::text, '-', '') = l.resource
       WHERE l.action = 'password:forget'`,
    );
    expect(entry).toEqual({ route: "POST /api/password-reset", by: "anonymous", email });
  });

  it("gets the same answer for every address; only who has a password gets a mail", async () => {
    const answers = [];
    for (const of of [`nobody-${email}`, `invited-${email}`, `gone-${email}`, email]) answers.push(await ask(of));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await expect.poll(mails).toMatchObject([{ to: email }]);
  });

  it("ends its link after an hour, with the next link and with a change of the password", async () => {
    await ask(email);
    await expect.poll(mails).toHaveLength(1);
    await ask(email);
    await expect.poll(mails).toHaveLength(2);
    await sendAll();
    const [first, second] = smtp.received.map(({ text }) => linkIn(text));
    expect((await accept(first ?? "", "another horse battery")).status).toBe(404);
    await database.asOwner("UPDATE app_user SET reset_expires_at = now() WHERE email = $1", [email]);
    expect((await accept(second ?? "", "another horse battery")).status).toBe(404);
  });

  it("is mailed three times at most", async () => {
    for (let time = 0; time < 3; time++) {
      await ask(email);
      await expect.poll(mails).toHaveLength(time + 1);
    }
    expect((await ask(email)).status).toBe(200);
    // A later request of somebody else shows that the fourth was worked on.
    await addPeople(clinic.tenant.organizationId, [
      { id: newId(), email: `later-${email}`, name: "Eve", role: "staff", passwordHash: "chosen" },
    ]);
    await ask(`later-${email}`);
    await expect.poll(mails).toHaveLength(4);
    expect((await mails()).filter(({ to }) => to === email)).toHaveLength(3);
  });
});

describe("an alert", () => {
  const raise = (kind: AlertKind) => withTenant(clinic.tenant, (tx) => alert(tx, clinic.tenant, kind));
  const emailOf = async (headers: Record<string, string>) =>
    (await call(ME, "GET", "/me", { headers })).body.user.email as string;
  const choose = (headers: Record<string, string>, chosen: string[]) =>
    call(CHOOSE, "PUT", "/me/alerts", { headers, body: { chosen } });

  it("is one mail per person, account, kind and hour, to admins unless they choose otherwise", async () => {
    await signIn(clinic, "staff");
    await Promise.all(Array.from({ length: 5 }, () => raise("work_failed")));
    await raise("endpoint_disabled");
    const to = await emailOf(admin);
    expect(await mails()).toMatchObject([
      { kind: "work_failed", to },
      { kind: "endpoint_disabled", to },
    ]);
    await sendAll();
    expect(smtp.received[0]?.text).toContain("Work for an EMR failed: Test account.");
    await raise("work_failed");
    expect(await mails()).toHaveLength(2);
  });

  it("is not queued if what causes it is rolled back", async () => {
    const failing = withTenant(clinic.tenant, async (tx) => {
      await alert(tx, clinic.tenant, "work_failed");
      throw new Error("Not committed");
    });
    await expect(failing).rejects.toThrow("Not committed");
    expect(await mails()).toEqual([]);
    expect(await entries()).toEqual([]);
  });

  it("follows each person's choice, within what the role may see", async () => {
    const staff = await signIn(clinic, "staff");
    expect((await choose(staff, ["work_unknown", "endpoint_disabled"])).status).toBe(200);
    expect((await choose(admin, [])).status).toBe(200);
    expect((await choose(admin, ["everything"])).status).toBe(400);
    expect((await call(ME, "GET", "/me", { headers: staff })).body.mails).toEqual({
      can_mail: true,
      etag: expect.any(String),
      possible: ["emr_degraded", "login_required", "work_failed", "work_unknown"],
      chosen: ["work_unknown"],
    });
    await raise("work_unknown");
    await raise("endpoint_disabled");
    expect(await mails()).toMatchObject([{ kind: "work_unknown", to: await emailOf(staff) }]);
  });

  it("tells a person and the other admins of a removed second factor", async () => {
    const staff = await signIn(clinic, "staff");
    const { id, email } = (await call(ME, "GET", "/me", { headers: staff })).body.user;
    await database.asOwner(
      `INSERT INTO second_factor (id, organization_id, user_id, kind, name, secret, last_step)
       VALUES ($1, $2, $3, 'totp', 'App', 'sealed', 0)`,
      [newId(), clinic.tenant.organizationId, id],
    );
    const path = `/users/${id}/second-factor`;
    expect((await call(RESET_FACTOR, "DELETE", path, { headers: admin, params: { id }, body: {} })).status).toBe(200);
    expect((await mails()).map(({ kind, to }) => [kind, to])).toEqual([
      ["own_factor_removed", email],
      ["second_factor_reset", await emailOf(admin)],
    ]);
  });

  it("goes to nobody who was deactivated meanwhile", async () => {
    await raise("work_failed");
    await database.asOwner("UPDATE app_user SET deactivated_at = now() WHERE organization_id = $1", [
      clinic.tenant.organizationId,
    ]);
    await sendAll();
    expect(smtp.received).toEqual([]);
    expect(await mails()).toMatchObject([{ status: "failed", content: null }]);
  });
});
