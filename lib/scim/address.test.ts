/** @module-tag long */
import { beforeEach, describe, expect, it } from "vitest";
import { POST as invite, GET as listPeople } from "#app/v1/users/route.ts";
import { newId } from "#lib/kernel/id";
import { findPeople } from "#lib/sign-in/find-person";
import { hashPassword } from "#lib/sign-in/password";
import { checkPassword } from "#lib/sign-in/sign-in";
import { call } from "#lib/testing/call";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { addPeople, changePerson } from "#lib/testing/people";
import { signIn } from "#lib/testing/principals";
import { newScimToken, type ScimDirectory, scimDirectory } from "#lib/testing/scim-directory";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();

let clinic: TestAccount;
let admin: Record<string, string>;
let directory: ScimDirectory;
/** The local part of an address, which no other test has. */
let local: string;

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  admin = await signIn(clinic, "admin");
  directory = scimDirectory((await newScimToken(admin)).token);
  local = `kim.${newId()}`;
});

const shownName = async (id: string) => {
  const { users } = (await call(listPeople, "GET", "/users", { headers: admin })).body;
  return users.find((each: { id: string }) => each.id === id)?.name;
};

describe("the shown name of a person without a name follows the address", () => {
  const renamed = () => `new.${local}@clinic.example`;

  it.each<[string, object]>([
    ["invited by the directory", {}],
    ["with an externalId", { externalId: "7" }],
    ["with parts of a name that are empty", { displayName: "", name: { givenName: "", familyName: "" } }],
  ])("%s", async (_, given) => {
    const { id } = (await directory.create({ userName: `${local}@clinic.example`, ...given })).body;
    await directory.patch(id, { op: "replace", path: "title", value: "Nurse" });
    const { body } = await directory.patch(id, { op: "replace", path: "userName", value: renamed() });
    expect([body.userName, body.displayName, body.emails[0].value]).toEqual([renamed(), renamed(), renamed()]);
    expect(await shownName(id)).toBe(renamed());
    const again = await directory.replace(id, { userName: `x${renamed()}` });
    expect([again.body.displayName, await shownName(id)]).toEqual([`x${renamed()}`, `x${renamed()}`]);
  });

  it("invited by an admin, also after other changes of the directory", async () => {
    const body = { email: `${local}@clinic.example`, role: "staff" };
    const { id } = (await call(invite, "POST", "/users", { headers: admin, body })).body.user;
    expect((await directory.read(id)).body.name.familyName).toBe(`${local}@clinic.example`);
    await directory.patch(id, { op: "replace", path: "active", value: true });
    await directory.patch(id, { op: "replace", path: "userName", value: renamed() });
    const { body: shown } = await directory.read(id);
    expect([shown.displayName, shown.emails[0].value, await shownName(id)]).toEqual([renamed(), renamed(), renamed()]);
  });

  it("but a name stays, and one that comes with the address is taken", async () => {
    const { id } = (await directory.create({ userName: `${local}@clinic.example`, displayName: "Kim Roe" })).body;
    await directory.patch(id, { op: "replace", path: "userName", value: renamed() });
    expect(await shownName(id)).toBe("Kim Roe");
    const other = (await directory.create({ userName: `o.${local}@clinic.example` })).body.id;
    await directory.replace(other, { userName: `p.${local}@clinic.example`, displayName: "Lee" });
    expect(await shownName(other)).toBe("Lee");
  });
});

describe("an address in another writing is the same one", () => {
  /** Writings of `<local>@bücher.example`. */
  const writings = () => [
    `${local}@b\u00fccher.example`,
    `${local.toUpperCase()}@xn--bcher-kva.example`,
    `\uff4b${local.slice(1)}\uff20bu\u0308cher\uff0eexample`,
    `\u212a${local.slice(1)}@B\u00dcCHER.example`,
  ];

  it("for people, invitations, userName and filters", async () => {
    const made = await directory.create({ userName: writings()[0], emails: [{ type: "work", value: writings()[0] }] });
    const { id } = made.body;
    expect(made.body.userName).toBe(writings()[0]);
    for (const writing of writings()) {
      expect((await directory.create({ userName: writing })).status).toBe(409);
      const body = { email: writing, role: "staff" };
      const invited = await call(invite, "POST", "/users", { headers: admin, body });
      expect([400, 409]).toContain(invited.status);
      for (const filter of [
        `userName eq "${writing}"`,
        `emails.value eq "${writing}"`,
        `emails[value eq "${writing}"]`,
      ]) {
        const found = (await directory.find(filter)).body;
        expect([filter, found.totalResults, found.Resources?.[0]?.id]).toEqual([filter, 1, id]);
      }
      const same = await directory.patch(id, { op: "replace", path: "userName", value: writing });
      expect([same.status, same.body.userName]).toEqual([200, writing]);
      expect(await shownName(id)).toBe(`${local}@xn--bcher-kva.example`);
    }
  });

  it("for the sign-in", async () => {
    const { id } = (await directory.create({ userName: writings()[1] })).body;
    await changePerson(clinic.tenant.organizationId, id, { passwordHash: await hashPassword("correct horse battery") });
    for (const writing of writings()) {
      expect(await checkPassword(writing, "correct horse battery")).toMatchObject({ userId: id });
    }
  });
});

describe("an address that only looks alike is another one", () => {
  const alike = () => [
    `${local.replace("i", "\u0131")}@clinic.example`,
    `${local.replace("i", "\u0130")}@clinic.example`,
    `${local.replace("i", "\u0456")}@clinic.example`,
    `${local.replace("k", "\u043a")}@clinic.example`,
    `${local}@cl\u0131nic.example`,
    `${local}@clinic.ex\u0430mple`,
  ];

  it("and takes nobody's place", async () => {
    const { id } = (await directory.create({ userName: `${local}@clinic.example` })).body;
    await changePerson(clinic.tenant.organizationId, id, { passwordHash: await hashPassword("correct horse battery") });
    for (const other of alike()) {
      expect(await checkPassword(other, "correct horse battery")).toBeNull();
      expect((await directory.find(`userName eq "${other}"`)).body.totalResults).toBe(0);
      const made = await directory.create({ userName: other });
      expect([made.status, made.body.id === id]).toEqual([201, false]);
      expect((await findPeople(other)).map(({ userId }) => userId)).toEqual([made.body.id]);
    }
    const found = await checkPassword(`${local}@clinic.example`, "correct horse battery");
    expect(found).toMatchObject({ userId: id });
  });
});

it("whoever was stored before compatibility counted signs in as before, and so does the other one", async () => {
  const passwordHash = await hashPassword("correct horse battery");
  const person = { name: "Robin", role: "staff" as const };
  const [former, other] = [newId(), newId()];
  const stored = `\ufb01.${local}@clinic.example`;
  await addPeople(clinic.tenant.organizationId, [
    { ...person, id: former, email: stored, passwordHash },
    { ...person, id: other, email: `fi.${local}@clinic.example`, passwordHash: await hashPassword("another one here") },
  ]);
  expect(await checkPassword(`\ufb01.${local}@Clinic.example`, "correct horse battery")).toMatchObject({
    userId: former,
  });
  expect(await checkPassword(`fi.${local}@clinic.example`, "another one here")).toMatchObject({ userId: other });
  expect(await checkPassword(`fi.${local}@clinic.example`, "correct horse battery")).toBeNull();
  const changed = await directory.patch(former, { op: "replace", path: "title", value: "Nurse" });
  expect([changed.status, changed.body.userName]).toEqual([200, stored]);
  expect(await checkPassword(stored, "correct horse battery")).toMatchObject({ userId: former });
});
