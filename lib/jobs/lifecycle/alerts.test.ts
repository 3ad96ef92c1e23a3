import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { POST as SEND } from "#app/v1/messages/route.ts";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { type CallEnd, type FakeEmr, forgetfulEmr } from "#lib/testing/fake-written-emr";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let emr: FakeEmr;
const jobs = jobsOf(database, () => clinic);

beforeAll(() => {
  emr = forgetfulEmr();
});
beforeEach(async () => {
  Object.assign(process.env, { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "console@records.example" });
  forgetSingleton("environment");
  clinic = await openClinic();
  await signIn(clinic, "admin");
  await database.asOwner("UPDATE linked_account SET emr_type = $1", [emr.emrType]);
  return () => {
    emr.reset();
    Object.assign(process.env, { SMTP_URL: "", MAIL_FROM: "" });
    forgetSingleton("environment");
  };
});
afterAll(() => emr.remove());

/** Sends a message whose one call of the EMR ends as given. Returns the kinds of the mails that were queued. */
async function mailedAfter(end: CallEnd): Promise<unknown[]> {
  emr.ends.push(end);
  const body = { provider: "101", subject: "Refill", message: "Before Friday, please." };
  await jobs.run((await call(SEND, "POST", "/messages", { body, headers: clinic.headers })).body.job_id);
  const statement = "SELECT kind FROM mail WHERE organization_id = $1";
  return (await database.asOwner(statement, [clinic.tenant.organizationId])).map(({ kind }) => kind);
}

it.each<[CallEnd, string[]]>([
  ["answered", []],
  ["denied", ["work_failed"]],
  ["cut", ["work_unknown"]],
])("after a write that was %s, the admins are mailed of %j", async (end, kinds) => {
  expect(await mailedAfter(end)).toEqual(kinds);
});
