import type { FhirResource } from "fhir/r4";
import { afterEach, beforeAll, expect, it } from "vitest";
import { findingsOf } from "#lib/emr/fhir/findings";
import type { Profile } from "#lib/emr/port/profile";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { forgetSingleton } from "#lib/kernel/singleton";
import { linkServer } from "#lib/testing/fhir/linked-case";
import type { Quirks } from "#lib/testing/fhir/replay/quirks";
import { type ReplayServer, startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import { patient, practitioner, visit } from "#lib/testing/fhir/replay/small-clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

let server: ReplayServer;
let account: TestAccount;
afterEach(() => server.stop());

/** Ids as long as FHIR allows: a list of 40 is longer than an address may be. */
const idOf = (letter: string, index: number) => `${letter}${String(index).padStart(63, "0")}`;
const PATIENTS = Array.from({ length: 40 }, (_, index) => idOf("p", index));
const PRACTITIONERS = Array.from({ length: 40 }, (_, index) => idOf("d", index));

const clinic = (): FhirResource[] => [
  ...PATIENTS.flatMap(patient),
  ...PRACTITIONERS.flatMap(practitioner),
  ...PRACTITIONERS.map(
    (id, index): FhirResource => ({
      resourceType: "PractitionerRole",
      id: `role-${index}`,
      active: true,
      practitioner: { reference: `Practitioner/${id}` },
      specialty: [{ text: "Cardiology" }],
    }),
  ),
  visit("a1", PRACTITIONERS[0] ?? "", PATIENTS[0] ?? "", 0),
];

const values = async (table: string, column: string) =>
  (
    await database.asOwner<{ value: string }>(
      `SELECT ${column} AS value FROM ${table} WHERE linked_account_id = $1 ORDER BY 1`,
      [account.tenant.linkedAccountId],
    )
  ).map(({ value }) => value);

const posted = () => server.requests.filter((each) => each.startsWith("POST /"));

it.each<[string, Partial<Quirks>, string]>([
  ["is asked by POST of a server that takes it", { maxAddress: 2_048 }, "works"],
  ["is asked by POST of a server that knows no other search", { searchBy: "POST" }, "works"],
  ["is split for a server that takes no POST", { maxAddress: 2_048, postSearch: 405 }, "refused"],
  ["is asked singly of a server that takes shorter addresses alone", { maxAddress: 700, postSearch: 404 }, "refused"],
])("a long list of ids %s", { tags: "long" }, async (_title, quirks, finding) => {
  server = await startReplayServer(quirks);
  await server.load(clinic());
  account = await linkServer(database.asOwner, server);
  const [row] = await database.asOwner<{ profile: Profile }>("SELECT profile FROM linked_account WHERE id = $1", [
    account.tenant.linkedAccountId,
  ]);
  expect(findingsOf(row?.profile).post_search).toBe(finding);
  server.requests.length = 0;
  await syncAccount(account.tenant).catch(() => undefined);
  expect(await values("provider", "ehr_id || ' ' || specialty")).toEqual(PRACTITIONERS.map((id) => `${id} Cardiology`));
  expect(await values("referral", "patient_mrn")).toEqual(PATIENTS.map((id) => `MRN-${id}`));
  expect(await values("document", "patient_mrn")).toHaveLength(40);
  expect(await values("appointment", "emr_appointment_id")).toEqual(["a1"]);
  expect(posted().length > 0).toBe(finding === "works");
});

it("no address is longer than 2,048 characters", { tags: "long" }, async () => {
  server = await startReplayServer({ maxAddress: 2_048, postSearch: 501 });
  await server.load(clinic());
  account = await linkServer(database.asOwner, server);
  await syncAccount(account.tenant).catch(() => undefined);
  expect(Math.max(...server.requests.map((each) => each.length))).toBeLessThan(2_048);
});
