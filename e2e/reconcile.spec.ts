import type { Page } from "@playwright/test";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import type { ClinicClient } from "./support/clinic-client.ts";
import { ConsolePage } from "./support/console.ts";
import { ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

/**
 * Enough messages that the EMR writes one at its first attempt: half of the faults lose the request instead of the
 * answer.
 */
const SENT = 6;

const HELD = `
  SELECT j.id::integer AS job_id, w.emr_id FROM sandbox.write w
  JOIN job j ON j.emr_idempotency_key = w.idempotency_key::uuid
  WHERE j.id = ANY($1) AND j.ambiguous AND j.status = 'queued' LIMIT 1`;

const LAST_BUT_ONE = "UPDATE job SET attempts = 7 WHERE id = $1 AND status = 'queued' RETURNING id";

/** Sends messages until the EMR holds one whose answer was lost. Returns its job id and its EMR id. */
async function loseAnswer(client: ClinicClient): Promise<{ jobId: number; emrId: string }> {
  const [provider] = (await client("GET", "/providers?limit=1")).providers;
  await client("PATCH", "/sandbox/behavior", { fault_rate: 1 });
  const jobIds: number[] = [];
  for (let sent = 0; sent < SENT; sent++) {
    const body = { provider: provider.ehr_id, subject: `Refill ${sent}`, message: "Before Friday, please." };
    jobIds.push((await client("POST", "/messages", body)).job_id);
  }
  const held = () => asOwner<{ job_id: number; emr_id: string }>(HELD, [jobIds]);
  await expect.poll(async () => (await held()).length).toBe(1);
  const [found] = await held();
  if (!found) throw new Error("It is no longer in doubt");
  return { jobId: found.job_id, emrId: found.emr_id };
}

/** Lets a job use up its attempts during an EMR outage. */
async function leaveToPerson(client: ClinicClient, jobId: number): Promise<void> {
  await client("PATCH", "/sandbox/behavior", { fault_rate: 0, outage: true });
  await expect.poll(async () => (await asOwner(LAST_BUT_ONE, [jobId])).length).toBe(1);
  await expect
    .poll(async () => (await client("GET", `/jobs/${jobId}`)).job, { timeout: 60_000 })
    .toMatchObject({ status: "queued", ambiguous: true, next_attempt_at: null });
  await client("PATCH", "/sandbox/behavior", { outage: false });
}

/** Checks a page's accessibility in both themes, at the width of a phone and of a laptop. */
async function checkAccess(page: Page): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await findingsInBothThemes(page)).toEqual([]);
  }
}

test("a job with an unknown outcome is listed under To reconcile and settled there", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  // The test waits for the first sync of a new account and for the pause before a retry.
  test.setTimeout(240_000);
  const console = new ConsolePage(page, demo);
  await console.enter("admin");
  const { id, client } = await ownAccount(demo);
  await page.goto(`/a/${id}/to-reconcile`);
  await expect(page.getByText("Nothing to reconcile")).toBeVisible();
  await checkAccess(page);

  const { jobId, emrId } = await loseAnswer(client);
  await page.goto(`/a/${id}/jobs/${jobId}`);
  await expect(page.getByText("The EMR may hold this already; its answer was lost")).toBeVisible();
  await page.goto(`/a/${id}/activity?ambiguous=true`);
  const row = page.getByRole("row", { name: new RegExp(` ${jobId} Message`) });
  await expect(row).toContainText("May be held by the EMR");
  await leaveToPerson(client, jobId);
  await expect(row).toContainText("To reconcile");

  await page.goto(`/a/${id}/today`);
  await expect(page.getByText(/may be held by the EMR already, and needs? a person/)).toBeVisible();
  await checkAccess(page);
  await page.getByRole("link", { name: "Reconcile what the EMR may hold" }).click();
  await expect(page.getByRole("heading", { name: "To reconcile", level: 1 })).toBeVisible();
  const listed = page.getByRole("table", { name: "Jobs to reconcile" }).getByRole("row");
  await expect(listed.filter({ hasText: String(jobId) })).toContainText("Whether the EMR holds it is not known");
  await expect(
    page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: /^To reconcile\s*\d+$/ }),
  ).toBeVisible();
  await checkAccess(page);
  await page.getByRole("button", { name: `Settle Message ${jobId}` }).click();
  await expect(console.panel.getByRole("region", { name: "Record to look for in the EMR" })).toContainText("Refill");
  const form = page.getByRole("form", { name: `Settle job ${jobId}` });
  const settle = form.getByRole("button", { name: `Complete job ${jobId} as held` });
  await expect(settle).toBeVisible();
  await checkAccess(page);

  await settle.click();
  await expect(form.getByText(/Enter the EMR's id/)).toBeVisible();
  await form.getByLabel("The EMR's id").fill(emrId);
  await settle.click();
  await expect(console.step).toContainText("Completed");
  await expect(listed.filter({ hasText: String(jobId) })).toHaveCount(0);
  const { job } = await client("GET", `/jobs/${jobId}`);
  expect(job.timeline.filter(({ kind }: { kind: string }) => kind === "event")).toHaveLength(1);
});

test("staff see who can settle such a job, and cancelling it queries the EMR", { tag: "@long" }, async ({
  page: desk,
  demo,
}) => {
  test.setTimeout(240_000);
  const { id, client } = await ownAccount(demo);
  const { jobId } = await loseAnswer(client);
  await leaveToPerson(client, jobId);

  const staff = new ConsolePage(desk, demo);
  await staff.enter("staff");
  await desk.goto(`${demo.console_url}/a/${id}/today`);
  await expect(desk.getByText(/Ask an admin to settle it/)).toBeVisible();
  await expect(desk.getByRole("link", { name: /reconcile/i })).toHaveCount(0);
  await desk.goto(`${demo.console_url}/a/${id}/jobs/${jobId}`);
  await expect(desk.getByText(/An admin can settle it, in the console under To reconcile\./)).toBeVisible();
  await expect(desk.getByRole("form", { name: `Settle job ${jobId}` })).toHaveCount(0);

  await desk.getByRole("button", { name: "Cancel this job" }).click();
  const question = desk.getByRole("dialog", { name: `Cancel job ${jobId}?` });
  await expect(question).toContainText("It is looked up there and never sent");
  await client("PATCH", "/sandbox/behavior", { outage: true });
  await question.getByRole("button", { name: "Cancel the job" }).click();
  await expect(question.getByRole("alert")).toContainText("It could not be looked up now");
  await client("PATCH", "/sandbox/behavior", { outage: false });
  await question.getByRole("button", { name: "Cancel the job" }).click();
  await expect(staff.step).toContainText("Completed");
  await expect(desk.getByText("Not cancelled: the EMR holds it, and the job completed")).toBeVisible();
});
