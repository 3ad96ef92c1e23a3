import { beforeAll, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { makeLinkedAccount } from "#lib/testing/linked-account";
import { addPeople } from "#lib/testing/people";
import { testDatabase } from "#lib/testing/test-database";
import { hashPassword } from "./password.ts";
import { checkPassword } from "./sign-in.ts";

testDatabase();
const userId = newId();
const goneId = newId();
let organizationId: string;

beforeAll(async () => {
  ({ organizationId } = (await makeLinkedAccount()).tenant);
  const passwordHash = await hashPassword("correct horse");
  const person = { name: "Ada", passwordHash, role: "staff" as const };
  await addPeople(organizationId, [
    { id: userId, email: "ada@clinic.example", ...person },
    { id: goneId, email: "gone@clinic.example", deactivatedAt: new Date(), ...person },
    { id: newId(), email: "invited@clinic.example", ...person, passwordHash: null },
    { id: newId(), email: "both@clinic.example", ...person },
  ]);
  const other = (await makeLinkedAccount()).tenant.organizationId;
  const another = await hashPassword("another horse");
  await addPeople(other, [{ ...person, id: newId(), email: "both@clinic.example", passwordHash: another }]);
});

it("finds a person by email, in any case, and password", async () => {
  const person = await checkPassword(" Ada@Clinic.example ", "correct horse");
  expect(person).toMatchObject({ userId, organizationId, name: "Ada", sessionVersion: 1 });
});

it("stores passwords as argon2id", async () => {
  expect(await hashPassword("anything")).toMatch(/^\$argon2id\$/);
});

it.each([
  ["a wrong password", "ada@clinic.example", "wrong"],
  ["an unknown address", "nobody@clinic.example", "correct horse"],
  ["a deactivated person", "gone@clinic.example", "correct horse"],
  ["an invited person without a password", "invited@clinic.example", "correct horse"],
  ["an address that cannot be stored", "ada\0@clinic.example", "correct horse"],
  ["a password beyond the maximum length", "ada@clinic.example", "p".repeat(100_000)],
])("refuses %s", async (_name, email, password) => {
  expect(await checkPassword(email, password)).toBeNull();
});

it("takes equally long to refuse an unknown address, an invited and a deactivated person, an address of two organizations, and a wrong password", {
  tags: "long",
}, async () => {
  const emails = ["ada", "nobody", "invited", "gone", "both"].map((name) => `${name}@clinic.example`);
  const times = new Map<string, number[]>(emails.map((email) => [email, []]));
  // Interleaved, so that other load on the machine affects all of them equally.
  for (let round = 0; round < 15; round++) {
    for (const email of emails) {
      const since = performance.now();
      await checkPassword(email, "wrong");
      times.get(email)?.push(performance.now() - since);
    }
  }
  const medians = emails.map((email) => times.get(email)?.sort((a, b) => a - b)[7] ?? 0);
  const [known = 0] = medians;
  for (const median of medians) expect(median / known).toBeGreaterThan(0.6);
  for (const median of medians) expect(median / known).toBeLessThan(1.67);
});
