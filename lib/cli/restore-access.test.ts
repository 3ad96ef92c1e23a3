/** @module-tag long */

import { beforeEach, expect, it } from "vitest";
import { secondFactor } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { seal } from "#lib/security/sealing/secret-box";
import { acceptInvitation } from "#lib/sign-in/accept-invitation";
import { hashPassword } from "#lib/sign-in/password";
import { checkPassword } from "#lib/sign-in/sign-in";
import { directoryProblems } from "#lib/testing/directory-problems";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { type PacketPlace, startPacketProxy } from "#lib/testing/packet-proxy";
import { addPeople } from "#lib/testing/people";
import { runCommand } from "#lib/testing/run-command";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "another horse battery";
const COMMIT = /commit/i;

let email: string;
/** The organizations of the person. */
let home: string;
let other: string;
let homeId: string;

/** Runs the command as an operator would. Returns its output and exit code. */
async function run(...args: string[]) {
  const { code, stdout, stderr } = await runCommand("restore-access", args, {
    DATABASE_URL: database.ownerUrl,
    ENCRYPTION_KEY: database.encryptionKey,
    PUBLIC_URL: "https://records.example",
  });
  return { output: code === 0 ? stdout : stderr, code };
}

const usersOfPerson = () =>
  database.asOwner<{ organization: string; version: number; link: boolean; factors: number }>(
    `SELECT replace(u.organization_id::text, '-', '') AS organization, session_version AS version,
       reset_hash IS NOT NULL AS link,
       (SELECT count(*)::int FROM second_factor f WHERE f.user_id = u.id) AS factors
     FROM app_user u WHERE email = $1 ORDER BY u.id`,
    [email],
  );
const entries = () =>
  database.asOwner<{ organization: string; by: string; action: string; record: string }>(
    `SELECT replace(organization_id::text, '-', '') AS organization, actor->>'kind' AS by, action, detail->>'record' AS record
     FROM audit_log WHERE route = 'npm run restore-access' AND organization_id IN ($1, $2) ORDER BY id`,
    [home, other],
  );

async function addFactor(organizationId: string, userId: string): Promise<void> {
  const secret = await seal("JBSWY3DPEHPK3PXP");
  await withTenant({ organizationId, linkedAccountId: null }, (tx) =>
    tx
      .insert(secondFactor)
      .values({ id: newId(), organizationId, userId, kind: "totp", name: "Phone", secret, lastStep: 0 }),
  );
}

beforeEach(async () => {
  [home, other] = [
    (await makeLinkedAccount()).tenant.organizationId,
    (await makeLinkedAccount()).tenant.organizationId,
  ];
  email = `${newId()}@clinic.example`;
  homeId = newId();
  return async () => expect(await directoryProblems(database)).toEqual([]);
});

/** Adds a person whose home is the first organization and who has joined the second. */
async function addPersonOfBoth(): Promise<void> {
  const common = { email, homeUserId: homeId, homeOrganizationId: home };
  const passwordHash = await hashPassword(PASSWORD);
  await addPeople(home, [{ ...common, id: homeId, name: "Robin Lee", role: "staff", passwordHash }]);
  await addPeople(other, [{ ...common, id: newId(), name: "Robin", role: "admin" }]);
  await addFactor(home, homeId);
}

it("lets a person of several organizations in again who has lost the second factor and the password", async () => {
  await addPersonOfBoth();
  const { output, code } = await run(email.toUpperCase(), "--second-factor", "--password");
  expect(code).toBe(0);
  expect(await usersOfPerson()).toEqual([
    { organization: home, version: 2, link: true, factors: 0 },
    { organization: other, version: 2, link: false, factors: 0 },
  ]);
  const by = "operator";
  expect(await entries()).toEqual([
    { organization: other, by, action: "sessions:end", record: "Robin" },
    { organization: home, by, action: "second-factor:restore", record: "Robin Lee" },
    { organization: home, by, action: "password:restore", record: "Robin Lee" },
  ]);
  const token = /https:\/\/records\.example\/invitation#(reset_\S+)/.exec(output)?.[1] ?? "";
  const caller = { route: "POST /api/invitation/accept", address: null };
  await acceptInvitation({ token, name: "Robin Lee", password: NEW_PASSWORD }, caller);
  expect(await checkPassword(email, PASSWORD)).toBeNull();
  expect(await checkPassword(email, NEW_PASSWORD)).toMatchObject({ userId: homeId });
});

it("changes nothing for a person without a second factor", async () => {
  await addPeople(home, [{ id: homeId, email, name: "Robin Lee", role: "admin", passwordHash: "x" }]);
  const output = `${email} has no second factor; nothing was changed\n`;
  expect(await run(email, "--second-factor")).toEqual({ output, code: 1 });
  expect(await usersOfPerson()).toEqual([{ organization: home, version: 1, link: false, factors: 0 }]);
  expect(await entries()).toEqual([]);
});

it("makes the link all the same if there is no second factor to remove, and says so", async () => {
  await addPeople(home, [{ id: homeId, email, name: "Robin Lee", role: "admin", passwordHash: "x" }]);
  const { output, code } = await run(email, "--second-factor", "--password");
  expect(code).toBe(0);
  expect(output).toContain(`${email} has no second factor: there was none to remove`);
  expect(output).toMatch(/https:\/\/records\.example\/invitation#reset_\S+/);
  expect(await usersOfPerson()).toEqual([{ organization: home, version: 1, link: true, factors: 0 }]);
  expect((await entries()).map(({ action }) => action)).toEqual(["password:restore"]);
});

it("takes one of several people with the same address only if their organization is named", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  await addPeople(home, [{ id: homeId, email, name: "Robin Lee", role: "admin", passwordHash }]);
  await addPeople(other, [{ id: newId(), email, name: "Robin", role: "admin", passwordHash }]);
  const refused = await run(email, "--password");
  expect(refused.code).toBe(1);
  expect(refused.output).toContain("Several people");
  expect(refused.output).toContain(`  ${home} (`);
  expect(await entries()).toEqual([]);
  expect((await run(email, "--password", "--organization", other)).code).toBe(0);
  expect((await usersOfPerson()).map(({ link }) => link)).toEqual([false, true]);
});

it("does the whole at the next run, wherever a run was killed", async () => {
  await addPersonOfBoth();
  const proxy = startPacketProxy();
  try {
    const variables = {
      DATABASE_URL: await proxy.through(database.ownerUrl),
      ENCRYPTION_KEY: database.encryptionKey,
      PUBLIC_URL: "https://records.example",
    };
    const args = [email, "--second-factor", "--password"];
    const start = (place: PacketPlace | null) =>
      runCommand("restore-access", args, variables, (command) =>
        proxy.dieAt(place, () => void command.kill("SIGKILL")),
      );
    expect((await start(null)).code).toBe(0);
    const commits = proxy.sent().filter((text) => COMMIT.test(text)).length;
    // What is answered by one commit is what comes before the next.
    const places = [
      ...Array.from({ length: commits }, (_, index) => ({ number: index + 1, of: COMMIT, when: "before" as const })),
      { number: commits, of: COMMIT, when: "answered" as const },
    ];
    // The sessions of the other organization, the factors at home and the link are commits of their own.
    expect(commits).toBeGreaterThanOrEqual(3);
    for (const place of places) {
      await database.asOwner("UPDATE app_user SET session_version = 1, reset_hash = NULL WHERE email = $1", [email]);
      await addFactor(home, homeId);
      const killed = await start(place);
      expect(killed.code, JSON.stringify(place)).toBeNull();
      const { output, code } = await run(...args);
      expect(code, output).toBe(0);
      expect(output).toContain("https://records.example/invitation#reset_");
      const [atHome, elsewhere] = await usersOfPerson();
      expect([atHome?.factors, atHome?.link, elsewhere?.link], JSON.stringify(place)).toEqual([0, true, false]);
      // Signed out everywhere, however often.
      expect(Math.min(atHome?.version ?? 0, elsewhere?.version ?? 0)).toBeGreaterThan(1);
    }
  } finally {
    await proxy.stop();
  }
});

it("writes names of organizations so that a terminal shows them, and takes no id for more than it is", async () => {
  const passwordHash = await hashPassword(PASSWORD);
  await addPeople(home, [{ id: homeId, email, name: "Robin Lee", role: "admin", passwordHash }]);
  await addPeople(other, [{ id: newId(), email, name: "Robin", role: "admin", passwordHash }]);
  await database.asOwner("UPDATE organization SET name = $1 WHERE id = $2", [
    "Clinic\u001b[2J\u202Egnp\r\n  0 (real)",
    home,
  ]);
  const { output } = await run(email, "--password");
  expect(output).toContain(`  ${home} (Clinic<U+001B>[2J<U+202E>gnp<U+000D><U+000A>  0 (real))\n`);
  const hostile = await run(email, "--password", "--organization", `${home}' OR '1'='1`);
  expect([hostile.code, hostile.output]).toEqual([1, `Nobody with the address ${email} has access\n`]);
  expect(await entries()).toEqual([]);
});

it.each([
  [["o'brien\u001b[2J@clinic.example", "--password"], "the address o'brien<U+001B>[2J@clinic.example has access\n"],
  [["nobody@clinic.example", "--password"], "Nobody with the address nobody@clinic.example has access\n"],
  [["nobody@clinic.example"], "Say what to restore\nUsage: npm run restore-access"],
  [["--password"], "Name one person by email address\nUsage: npm run restore-access"],
  [["a@clinic.example", "--passwords"], "Usage: npm run restore-access"],
])("refuses %j in words", async (args, message) => {
  const { output, code } = await run(...args);
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).not.toContain("    at ");
});
