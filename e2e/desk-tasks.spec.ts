import { startFakeReceiver } from "#lib/testing/fake-receiver";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { failingPayments } from "./support/failing-payments.ts";
import { ownProvider, readProviders } from "./support/providers.ts";
import { expect, test } from "./support/test.ts";

// Tasks of a front desk and of its admins with their clicks counted; front-desk.spec.ts and desk.spec.ts count the others.

test("a provider is switched off and on, and gets hours on Tuesday, with five clicks", async ({ page, demo }) => {
  const { id, last_name } = await ownProvider(demo);
  await page.goto(`${await new ConsolePage(page, demo).enter("admin")}/providers?q=${last_name}`);
  const active = page.getByRole("switch", { name: new RegExp(` ${last_name} is active$`) });
  const statusOf = async () => (await readProviders(demo)).find((provider) => provider.id === id)?.status;
  await expect(active).toBeChecked();
  const effort = await Effort.from(page);
  const label = page.locator("label").filter({ has: active });
  await label.click();
  await expect.poll(statusOf).toBe("inactive");
  await label.click();
  await expect.poll(statusOf).toBe("active");
  await page.getByRole("link", { name: new RegExp(last_name) }).click();
  await page.getByRole("button", { name: "Add a shift on Tuesday" }).click();
  await page.getByRole("button", { name: "Save hours" }).click();
  await expect(page.getByText("Hours saved.")).toBeVisible();
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(5);
});

test("a service with a PHQ-9 takes one click per answer and seven besides, and its positive last answer alerts at once", async ({
  page,
  demo,
}) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/patients/${patients[0]?.mrn}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const effort = await Effort.from(page);
  await page.getByRole("button", { name: "New for this patient" }).click();
  await page.getByRole("menuitem", { name: /^Add service/ }).click();
  const form = page.getByRole("form", { name: "Service" });
  await console.choose("Team", "Behavioral Health");
  // The type of service brings its form.
  await console.choose("Service type", "Depression Screening");
  const questions = form.getByRole("radiogroup");
  await expect(questions.filter({ hasText: "Thoughts that you would be better off dead" })).toBeVisible();
  const asked = (number: number) => form.getByRole("radiogroup", { name: new RegExp(`^${number}\\. `) });
  for (let number = 1; number <= 8; number++) await asked(number).getByText("Not at all").click();
  const alert = page.getByRole("alert").filter({ hasText: "Alert: question 9" });
  await expect(alert).toHaveCount(0);
  await asked(9).getByText("Several days").click();
  await expect(alert).toContainText("988");
  await expect(alert).toBeInViewport();
  await form.getByRole("button", { name: "Add service" }).click();
  await expect(console.step).toContainText("Completed");
  await expect(alert).toContainText("988");
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(9 + 7);
});

test("a questionnaire with an unanswered question is not sent, and the question says so", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/patients/${patients[0]?.mrn}?new=services:create`);
  const form = page.getByRole("form", { name: "Service" });
  await console.choose("Team", "Behavioral Health");
  await console.choose("Service type", "Depression Screening");
  const asked = (number: number) => form.getByRole("radiogroup", { name: new RegExp(`^${number}\\. `) });
  for (const number of [1, 2, 3, 4, 5, 6, 7, 9]) await asked(number).getByText("Not at all").click();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await page.keyboard.press("Control+Enter");
  await expect(asked(8)).toContainText("Answer this question");
  await expect(form).toContainText("Answer question 8");
  expect(sent.filter((url) => url.endsWith("/v1/services"))).toEqual([]);
  await asked(8).getByText("Not at all").click();
  await form.getByRole("button", { name: "Add service" }).click();
  await expect(console.step).toContainText("Completed");
});

test("a payment that was refused for good is found on Today, and corrected with three clicks", async ({
  page,
  demo,
}) => {
  const [jobId] = (await failingPayments(demo, 1)).jobIds;
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const effort = await Effort.from(page);
  await page.getByRole("button", { name: `Correct and send: job ${jobId}` }).click();
  await console.choose("Payment method", "Credit Card");
  await page.keyboard.press("Control+Enter");
  await expect(console.step).toContainText("Completed");
  await expect(console.panel.getByText(`follows job ${jobId}`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Correct and send: job ${jobId}` })).toHaveCount(0);
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(3);
});

test("a webhook endpoint is added, tested and rotated with seven clicks", async ({ page, demo }) => {
  const receiver = await startFakeReceiver();
  try {
    await new ConsolePage(page, demo).signIn("admin", "Webhooks");
    const effort = await Effort.from(page);
    await page.getByRole("button", { name: "New endpoint" }).first().click();
    await expect(page.getByLabel("URL")).toBeFocused();
    await page.keyboard.type(`${receiver.url}/seven`);
    await page.getByRole("button", { name: "Register the endpoint" }).click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await page.getByRole("button", { name: "Send a test event" }).click();
    await expect(page.getByText(/^Delivered · HTTP 204/)).toBeVisible();
    await page.getByRole("button", { name: "Rotate the secret" }).click();
    await page
      .getByRole("dialog", { name: /^Rotate/ })
      .getByRole("button", { name: "Rotate the secret" })
      .click();
    await page.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByText(/^An earlier secret signs for 2[34] h more$/)).toBeVisible();
    expect((await effort.spent()).clicks).toBeLessThanOrEqual(7);
  } finally {
    await receiver.stop();
  }
});

test("a colleague is invited with three clicks, and the form says what they may do", async ({ page, demo }) => {
  await new ConsolePage(page, demo).signIn("admin", "People");
  const effort = await Effort.from(page);
  await page.getByRole("button", { name: "Invite a person" }).click();
  await expect(page.getByLabel("Email")).toBeFocused();
  await expect(page.getByText(/cannot change providers, webhooks, integrations or people/)).toBeVisible();
  const email = `three.${Date.now()}@riverside.example`;
  await page.keyboard.type(email);
  await page.getByRole("button", { name: "Create the invitation" }).click();
  await page
    .getByRole("dialog", { name: `A link for ${email}` })
    .getByRole("button", { name: "Done" })
    .click();
  await expect(page.getByRole("row").filter({ hasText: email })).toContainText("Invited");
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(3);
});

test("an origin is registered and every view previewed with three clicks", async ({ page, demo }) => {
  await new ConsolePage(page, demo).signIn("admin", "Embedding");
  const effort = await Effort.from(page);
  const origin = `https://three-${Date.now()}.example`;
  await page.getByRole("form", { name: "Register an origin" }).getByLabel("Origin").click();
  await page.keyboard.type(origin);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: new RegExp(origin) })).toBeVisible();
  const preview = page.getByRole("region", { name: "Preview" });
  const views = preview.getByRole("radiogroup", { name: "View" }).getByRole("radio");
  await preview.getByText("Jobs", { exact: true }).click();
  const count = await views.count();
  expect(count).toBeGreaterThanOrEqual(6);
  for (let next = 1; next < count; next++) {
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    await expect(views.nth(next)).toBeChecked();
    // The view of a job shows both.
    await expect(preview.getByRole("heading").nth(1).or(preview.getByRole("article")).first()).toBeVisible();
  }
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(3);
  await page.getByRole("button", { name: `Remove ${origin}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Remove ${origin}` })
    .click();
});

test("a day sheet is printed once with one click, the downtime packet with two", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await page.addInitScript(() => {
    const printed = { times: 0 };
    Object.assign(window, { printed });
    window.print = () => printed.times++;
  });
  const times = () => page.evaluate(() => (window as unknown as { printed: { times: number } }).printed.times);
  await console.signIn("staff", "Appointments");
  const effort = await Effort.from(page);
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(times).toBe(1);
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(2);
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));

  await console.signIn("admin");
  const counted = await Effort.from(page);
  await page.getByRole("link", { name: "Downtime packet" }).click();
  await expect(
    page.getByRole("region", { name: "Sheet" }).getByRole("heading", { name: /^Open recalls/ }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Print" }).click();
  await expect.poll(times).toBe(1);
  expect((await counted.spent()).clicks).toBeLessThanOrEqual(2);
});

test("a view of any list is saved under a name, and belongs to that list alone", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const account = await new ConsolePage(page, demo).enter();
  await page.goto(`${account}/claims?service_from=2026-01-02&claims-sort=-balance`);
  const views = page.getByRole("dialog", { name: "Saved views" });
  const name = `Highest ${Date.now()}`;
  await page.getByRole("button", { name: "Saved views" }).click();
  await views.getByLabel("Save these filters as").fill(name);
  await views.getByRole("button", { name: "Save", exact: true }).click();
  await expect(views.getByRole("button", { name, exact: true })).toHaveAttribute("aria-current", "true");
  await views.press("Escape");

  await page.goto(`${account}/claims`);
  await page.getByRole("button", { name: "Saved views" }).click();
  await views.getByRole("button", { name, exact: true }).click();
  await expect(page).toHaveURL(/service_from=2026-01-02/);
  await expect(page).toHaveURL(/claims-sort=-balance/);
  await expect(page.getByRole("columnheader", { name: "Balance" })).toHaveAttribute("aria-sort", "descending");

  await page.goto(`${account}/recalls`);
  await page.getByRole("button", { name: "Saved views" }).click();
  await expect(views.getByText(/^Set filters or an order/)).toBeVisible();
});
