import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { POST as SEND } from "#app/v1/messages/route.ts";
import { sendMail } from "#lib/mail/send-mail";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { type FakeSmtpServer, startFakeSmtpServer } from "#lib/testing/fake-smtp-server";
import { type CallEnd, type FakeEmr, forgetfulEmr } from "#lib/testing/fake-written-emr";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { mailBy } from "#lib/testing/mail-by";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let emr: FakeEmr;
let smtp: FakeSmtpServer;
const MESSAGE = { provider: "101", subject: "Refill for Ines Amaya", message: "Lisinopril, before Friday, please." };
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  emr = forgetfulEmr();
  smtp = await startFakeSmtpServer();
});
beforeEach(async () => {
  mailBy(smtp.url);
  clinic = await openClinic();
  await signIn(clinic, "admin");
  await database.asOwner("UPDATE linked_account SET emr_type = $1", [emr.emrType]);
  return () => {
    emr.reset();
    mailBy(null);
  };
});
afterAll(async () => {
  emr.remove();
  await smtp.stop();
});

interface Queued {
  id: string;
  kind: string;
}

/** Sends a message whose one call of the EMR ends as given. Returns its job and the mails that were queued. */
async function mailedAfter(end: CallEnd): Promise<{ jobId: number; mails: Queued[] }> {
  emr.ends.push(end);
  const jobId = (await call(SEND, "POST", "/messages", { body: MESSAGE, headers: clinic.headers })).body.job_id;
  await jobs.run(jobId);
  const statement = "SELECT replace(id::text, '-', '') AS id, kind FROM mail WHERE organization_id = $1";
  return { jobId, mails: await database.asOwner<Queued>(statement, [clinic.tenant.organizationId]) };
}

it.each<[CallEnd, string[]]>([
  ["answered", []],
  ["denied", ["work_failed"]],
  ["cut", ["work_unknown"]],
])("after a write that was %s, the admins are mailed of %j", async (end, kinds) => {
  expect((await mailedAfter(end)).mails.map(({ kind }) => kind)).toEqual(kinds);
});

it("a mail has nothing of the request, nor of the EMR's answer", async () => {
  const { jobId, mails } = await mailedAfter("denied");
  for (const { id } of mails) await sendMail({ organizationId: clinic.tenant.organizationId, mailId: id });
  const [mail] = await smtp.arrived(1);
  expect(mail?.text).toContain("Work for an EMR failed");
  const { failure_reason: reason } = await jobs.read(jobId);
  expect(reason).toMatch(/./);
  for (const words of [reason, MESSAGE.subject, MESSAGE.message, "Amaya", "Lisinopril"]) {
    expect(mail?.text).not.toContain(words);
  }
});
