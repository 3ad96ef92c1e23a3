import { readApi } from "./support/api.ts";
import { clinicClient, somePayment } from "./support/clinic-client.ts";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

type Demo = Parameters<typeof readApi>[0];

interface Referral {
  id: string;
  ehr_id: string | null;
  reason: string;
}

interface Visit {
  emr_appointment_id: string;
  patient_last_name: string;
}

/** Sends an operation through the API. Returns its job's id. */
async function send(demo: Demo, method: string, path: string, body: object): Promise<number> {
  const answer = await fetch(`${demo.base_url}${path}`, {
    method,
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { job_id, message } = (await answer.json()) as { job_id?: number; message: string };
  expect(job_id, message).toBeDefined();
  return Number(job_id);
}

test("the catalog has pages, and an order shows the names of its items", { tag: "@long" }, async ({ page, demo }) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const mrn = patients[0]?.mrn ?? "";
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Order catalog search");
  await expect(form.getByLabel(/page/i)).toHaveCount(0);
  await console.choose("Type", "Lab");
  await console.send();
  await expect(console.step).toContainText("Completed");
  const items = console.panel.getByRole("checkbox");
  await expect(items).toHaveCount(25);
  const more = console.panel.getByRole("button", { name: "Show more" });
  await console.panel
    .getByRole("group", { name: /items so far/ })
    .locator("label")
    .first()
    .click();
  await more.click();
  await expect.poll(() => items.count()).toBeGreaterThan(25);
  await expect(items.first()).toBeChecked();
  const { items: known } = await readApi<{ items: { name: string }[] }>(demo, "/orders/catalog?type=lab");
  const name = known.map((item) => item.name).sort()[30] ?? "";
  await console.panel.locator("label").filter({ hasText: name }).first().click();
  await console.panel.getByRole("button", { name: "Order 2 items" }).click();
  await console.pickPatient(mrn, "Order");
  await console.send();
  await expect(console.step).toContainText("Completed");
  await console.openDetails();
  await expect(console.panel.getByRole("region", { name: "Request" })).toContainText(name);
  await page.goto(page.url().replace(/\/today.*/, `/patients/${mrn}?tab=orders`));
  await expect(page.getByRole("button", { name: new RegExp(`Lab: .*${name}`) }).first()).toBeVisible();
});

test("a job's panel shows the request in readable words, and a copy starts with the record's current values", {
  tag: "@long",
}, async ({ page, demo }) => {
  const { referrals } = await readApi<{ referrals: Referral[] }>(demo, "/referrals?limit=50");
  const referral = referrals.filter(({ ehr_id }) => ehr_id !== null).at(-3);
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { appointments } = await readApi<{ appointments: Visit[] }>(
    demo,
    `/appointments?start_date=${day(1)}&end_date=${day(10)}&limit=2`,
  );
  // Another test changes the first.
  const visit = appointments.at(1);
  if (!referral || !visit) throw new Error("The demo has referrals and appointments");
  const { form: gad7 } = await readApi<{ form: { questions: { emrQuestionId: string }[] } }>(demo, "/forms/GAD-7");
  const answers = Object.fromEntries(gad7.questions.map(({ emrQuestionId }) => [emrQuestionId, "1"]));
  const [service, update, status] = await Promise.all([
    send(demo, "POST", "/services", {
      patient_mrn: patients[0]?.mrn,
      team: "Behavioral Health",
      service_type: "Anxiety Screening",
      form_id: "GAD-7",
      answers,
    }),
    send(demo, "PATCH", `/referrals/${referral.id}`, { notes: "Called the office" }),
    send(demo, "PATCH", "/appointments", { emr_appointment_id: visit.emr_appointment_id, status: "CNF" }),
  ]);
  const console = new ConsolePage(page, demo);
  const account = await console.enter();
  const sent = console.panel.getByRole("region", { name: "Request" });

  await page.goto(`${account}/jobs/${service}`);
  // The user's choice stays for the other jobs.
  await console.openDetails();
  await expect(sent).toContainText("Total, calculated here7 of 21");
  await page.goto(`${account}/jobs/${status}`);
  await expect(sent).toContainText(visit.patient_last_name);
  await expect(sent).not.toContainText(visit.emr_appointment_id);
  await page.goto(`${account}/activity`);
  await expect(page.getByRole("row", { name: new RegExp(` ${update} Referral update`) })).toContainText(
    "Changes notes",
  );

  await page.goto(`${account}/jobs/${update}`);
  await page.getByRole("button", { name: "Another one like this" }).click();
  const form = page.getByRole("form", { name: "Referral update" });
  await expect(form.getByLabel("Reason")).toHaveValue(referral.reason);
  await expect(form.getByLabel("Notes")).toHaveValue("Called the office");
});

test("a cancelled job states that the EMR does not hold the record, and a delayed job that the EMR asked for time", {
  tag: "@long",
}, async ({ page, demo }) => {
  // The test waits for the first sync of a new account.
  test.slow();
  await new ConsolePage(page, demo).enter("admin");
  // The test links an account, because a retry-after of a shared EMR would delay other tests' jobs.
  const linked = await ownAccount(demo);
  const { client } = linked;
  const payment = await somePayment(client);

  await client("PATCH", "/sandbox/behavior", { fault_rate: 1 });
  const { job_id: faulty } = await client("POST", "/payments", payment);
  // The pause after the fourth attempt is long enough to cancel in it, on a busy machine too.
  await expect
    .poll(async () => (await client("GET", `/jobs/${faulty}`)).job, { timeout: 60_000 })
    .toMatchObject({ status: "queued", attempts: 4 });
  await page.goto(`/a/${linked.id}/jobs/${faulty}`);
  await page.getByRole("button", { name: "Cancel this job" }).click();
  const question = page.getByRole("dialog", { name: `Cancel job ${faulty}?` });
  await expect(question).toContainText("The EMR has not taken it");
  await question.getByRole("button", { name: "Cancel the job" }).click();
  await expect(page.getByText(/^The EMR does not hold it\./)).toBeVisible();
  const { attempts } = (await client("GET", `/jobs/${faulty}`)).job;
  await new ConsolePage(page, demo).openDetails();
  await expect(page.getByRole("region", { name: "Attempts" }).getByRole("listitem")).toHaveCount(attempts);

  await client("PATCH", "/sandbox/behavior", { fault_rate: 0, rate_limit_per_minute: 1 });
  await client("POST", "/payments", payment);
  const { job_id } = await client("POST", "/payments", payment);
  await page.goto(`/a/${linked.id}/jobs/${job_id}`);
  await expect(
    page.getByText(/^The EMR( asked for time|'s limit of calls is reached) · next attempt .*never posted twice\.$/),
  ).toBeVisible();
  await page.goto(`/a/${linked.id}/today`);
  await page.getByRole("link", { name: /to be sent$/ }).click();
  await expect(page.getByRole("search", { name: "Filter jobs" })).toContainText("In progress");
  await expect(page.getByRole("row", { name: new RegExp(` ${job_id} Payment`) })).toBeVisible();
  await client("PATCH", "/sandbox/behavior", { rate_limit_per_minute: null });
});

test("a job's panel warns about a misspelt field, and shows no warning without one", async ({ page, demo }) => {
  const payment = await somePayment(clinicClient(demo));
  const console = new ConsolePage(page, demo);
  const account = await console.enter();
  const look = async (body: object) => page.goto(`${account}/jobs/${await send(demo, "POST", "/payments", body)}`);
  const warned = page.getByText("The request had fields that were not used");
  await look({ ...payment, depositDate: "2026-01-05" });
  await expect(warned).toBeVisible();
  await expect(
    page.getByText("depositDate is not known here and was not used; did you mean deposit_date?"),
  ).toBeVisible();
  await look(payment);
  await console.openDetails();
  await expect(page.getByRole("region", { name: "Request" })).toBeVisible();
  await expect(warned).toHaveCount(0);
});

test("a positive answer about self-harm raises an alert at once, and in the job's panel", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const console = new ConsolePage(page, demo);
  const account = await console.enter();
  await page.goto(`${account}/today`);
  const form = await console.openForm("Service");
  await console.choose("Form$", /PHQ-9/);
  const asked = form.getByRole("radiogroup", { name: /^9\. Thoughts that you would be better off dead/ });
  const alert = page.getByRole("alert").filter({ hasText: "Alert: question 9" });
  await expect(form.getByText(/^Over the last 2 weeks/)).toBeVisible();
  await asked.getByRole("radio", { name: "Not at all" }).check({ force: true });
  await expect(form.getByText(/calculated here: 1 of 10 answered/)).toBeVisible();
  await expect(alert).toHaveCount(0);
  await asked.getByRole("radio", { name: "Several days" }).check({ force: true });
  await expect(alert).toContainText("988");

  const { form: phq9 } = await readApi<{ form: { questions: { emrQuestionId: string }[] } }>(demo, "/forms/PHQ-9");
  const answers = Object.fromEntries(phq9.questions.slice(0, 9).map(({ emrQuestionId }) => [emrQuestionId, "1"]));
  const visit = { patient_mrn: patients[0]?.mrn, team: "Behavioral Health", service_type: "Depression Screening" };
  await page.goto(`${account}/jobs/${await send(demo, "POST", "/services", { ...visit, form_id: "PHQ-9", answers })}`);
  await expect(alert).toContainText("988");
  // Nine answers of one point each: the EMR adds them up and names the band.
  const result = page.getByRole("region", { name: "Result" });
  await expect(result).toContainText("Total in the EMR");
  await expect(result.getByText("9", { exact: true })).toBeVisible();
  await expect(result).toContainText(/mild/i);
});
