import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { printedOtherwiseInTheDark } from "./support/paper.ts";
import { newReference, payerOf, rowOf } from "./support/payments.ts";
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
  await console.fillPayment({ patient: await payerOf(demo), amount: "20.50", reference: newReference("E2E") });
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
  await expect(page.getByText("Enter an amount above $0").first()).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Patient" })).toBeFocused();
  await expect(page.getByLabel("Reference number")).toHaveValue("KEPT-1");
});

test("a double click sends one payment", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  const reference = newReference("TWICE");
  await console.fillPayment({ patient: "MRN-1002", amount: "12", reference });
  await page.getByRole("button", { name: "Post payment" }).dblclick();
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

test("a payment's panel says what happened, leads on, and prints a receipt of what the EMR confirmed", {
  tag: "@long",
}, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  const reference = newReference("RECEIPT");
  const patient = await payerOf(demo);
  await console.fillPayment({ patient, amount: "20.50", reference });
  await console.send();
  await expect(console.step).toContainText("Completed");
  const { panel } = console;
  await expect(
    panel.getByText(/^A payment of \$20\.50 for .+ was posted to the EMR of .+ today at \d+(:\d\d)? [AP]M( \w+)?\.$/),
  ).toBeVisible();

  // Print shows the sheet alone; the browser's own dialog cannot be driven.
  await page.evaluate(() => {
    window.print = () => undefined;
  });
  await panel.getByRole("button", { name: "Print receipt" }).click();
  await expect(page.locator(".print-sheet")).toBeAttached();
  expect(await printedOtherwiseInTheDark(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  const sheet = page.locator(".print-sheet");
  await expect(sheet.getByRole("heading", { name: "Riverside Family Medicine" })).toBeVisible();
  for (const line of [
    /^Amount paid\s*\$20\.50$/,
    /^Payment method\s*Credit Card$/,
    new RegExp(`^Reference number\\s*${reference}$`),
    /^Patient number\s*\S+$/,
    /^Cashier\s*\S.*$/,
  ]) {
    await expect(sheet.getByRole("row", { name: line })).toBeVisible();
  }
  await expect(sheet.getByRole("row", { name: /^Transaction\s*TXN-\d+$/ })).toBeVisible();
  await expect(page.getByRole("navigation").first()).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: "screen" });
  await expect(sheet).toHaveCount(0);

  // Technical details are closed until they are wanted, and stay open for the next job.
  await expect(panel.getByRole("region", { name: "Webhooks" })).toHaveCount(0);
  await panel.getByRole("button", { name: "Deliveries" }).click();
  await expect(panel.getByRole("region", { name: "Webhooks" })).toContainText("This console");
  await page.reload();
  await expect(panel.getByRole("region", { name: "Webhooks" })).toBeVisible();
  await panel.getByText("Technical details").click();
  await expect(panel.getByRole("region", { name: "Webhooks" })).toHaveCount(0);
  await page.reload();
  await expect(panel.getByText("Technical details")).toBeVisible();
  await expect(panel.getByRole("region", { name: "Webhooks" })).toHaveCount(0);

  await expect(panel.getByRole("link", { name: "Payments" })).toHaveAttribute(
    "href",
    new RegExp(`/patients/${patient}\\?tab=payments$`),
  );
  await panel.getByRole("button", { name: "Done" }).click();
  await expect(panel).toHaveCount(0);
});
