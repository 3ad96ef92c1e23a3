import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { rowOf } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

test("a payment is sent and completes without a reload", async ({ page, demo }) => {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(error.message));
  let loads = 0;
  page.on("load", () => loads++);

  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  await console.fillPayment({ patient: "MRN-100", amount: "45.50", reference: "E2E-1" });
  const before = loads;
  await console.send();
  await expect(console.step).toContainText("Completed");
  // The panel shows when the work began, however short it was.
  await expect(console.panel.getByRole("listitem").filter({ hasText: /^Running/ })).toContainText(/\d:\d\d:\d\d/);
  await expect(console.panel.getByText(/TXN-\d+/).first()).toBeVisible();
  expect(loads).toBe(before);
  expect(problems).toEqual([]);
});

test("errors are shown at their fields, and typed values remain", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  await page.getByLabel("Reference number").fill("KEPT-1");
  await console.send();
  await expect(page.getByText("must be a positive number").first()).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Patient" })).toBeFocused();
  await expect(page.getByLabel("Reference number")).toHaveValue("KEPT-1");
});

test("a double click sends one payment", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  const reference = `TWICE-${crypto.randomUUID().slice(0, 8)}`;
  await console.fillPayment({ patient: "MRN-1002", amount: "12", reference });
  await page.getByRole("button", { name: "Send payment" }).dblclick();
  await expect(console.step).toContainText("Completed");
  const answer = await fetch(`${demo.base_url}/jobs?limit=200`, { headers: apiHeaders(demo) });
  const { jobs } = (await answer.json()) as { jobs: { request: { reference_number: string } }[] };
  expect(jobs.filter(({ request }) => request.reference_number === reference)).toHaveLength(1);
});

test("a job of the API appears in Activity without a reload, and not in another account", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Activity");
  const headers = apiHeaders(demo);
  const patients = await fetch(`${demo.base_url}/patients?limit=1`, { headers });
  const { patients: found } = (await patients.json()) as { patients: { mrn: string }[] };
  const locations = await fetch(`${demo.base_url}/locations?limit=1`, { headers });
  const { locations: places } = (await locations.json()) as { locations: { emr_id: string }[] };
  const accepted = await fetch(`${demo.base_url}/payments`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      patient_mrn: found[0]?.mrn,
      payment_method: "Cash",
      reference_number: "API-1",
      location: places[0]?.emr_id,
      amount: 7.25,
    }),
  });
  const { job_id } = (await accepted.json()) as { job_id: number };
  const row = rowOf(page, job_id);
  await expect(row).toContainText("Completed");
  await expect(row).toContainText("$7.25");

  const other = demo.organizations[1];
  const account = demo.organizations[0]?.accounts[1];
  if (!other?.accounts[0] || !account) throw new Error("The demo has two organizations with two accounts each");
  for (const stranger of [
    { client_id: other.client_id, client_secret: other.client_secret, access_token: other.accounts[0].access_token },
    { ...headers, access_token: account.access_token },
  ]) {
    const answer = await fetch(`${demo.base_url}/jobs/${job_id}`, { headers: stranger });
    expect([answer.status, await answer.json()]).toEqual([404, { success: false, message: "Job not found" }]);
  }
});
