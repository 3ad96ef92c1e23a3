import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { failingPayments } from "./support/failing-payments.ts";
import { expect, test } from "./support/test.ts";

// Without animations, axe checks panels at their final position.
test.use({ contextOptions: { reducedMotion: "reduce" } });

test("axe finds no violation on the appointments in either theme", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.openWeek("admin", "schedule_block");
  const appointments = page.getByRole("table", { name: "Appointments" });
  expect(await findingsInBothThemes(page)).toEqual([]);
  await appointments.getByRole("row").nth(1).getByRole("button").first().click();
  await expect(page.getByRole("dialog").getByText("Blocked")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
});

for (const view of ["day", "week", "agenda"]) {
  test(`axe finds no violation on the calendar's ${view} in either theme`, { tag: "@long" }, async ({ page, demo }) => {
    const account = await new ConsolePage(page, demo).enter();
    await page.goto(`${account}/appointments?view=${view}&providers=all`);
    await expect(page.locator("[data-item], [data-entry]").first()).toBeVisible();
    expect(await findingsInBothThemes(page)).toEqual([]);
  });
}

test("axe finds no violation on all filters of the appointments in either theme", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.goTo("Appointments");
  await page.getByRole("button", { name: "More filters" }).click();
  await expect(page.getByText("Include notes")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
});

test("axe finds no violation on claims, providers and patients in either theme", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin");
  await console.goTo("Claims");
  await expect(page.getByRole("table", { name: "Claims" })).toBeVisible();
  await page
    .getByRole("button", { name: /^Claim / })
    .first()
    .click();
  await expect(page.getByRole("dialog").getByText("EMR claim number")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  const form = await console.openForm("Claims refresh");
  await form.getByText("By claim numbers").click();
  expect(await findingsInBothThemes(page)).toEqual([]);

  await console.goTo("Providers");
  await expect(page.getByRole("switch").first()).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);

  const { patients } = await readApi<{ patients: { mrn: string; last_name: string }[] }>(demo, "/patients?limit=1");
  await console.goTo("Patients");
  await page
    .getByRole("link", { name: new RegExp(patients[0]?.last_name ?? "") })
    .first()
    .click();
  await expect(page.getByRole("tab", { name: /^Appointments/ })).toBeVisible();
  await expect(page.getByText(patients[0]?.mrn ?? "").first()).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("tab", { name: /^Follow-up/ }).click();
  await expect(page.getByRole("region", { name: "Recalls" }).first()).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("tab", { name: /^Chart/ }).click();
  await expect(page.getByRole("region", { name: "Chart notes sent from here" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
});

test("axe finds no violation on today and the recalls in either theme", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await expect(page.getByRole("region", { name: "Recalls due" }).getByRole("button").first()).toBeVisible();
  await expect(page.getByRole("status", { name: /^Loading/ })).toHaveCount(0);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("link", { name: "All recalls due" }).click();
  await expect(
    page.getByRole("table", { name: "Recalls" }).getByRole("row").nth(1).getByRole("button").first(),
  ).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await console.goTo("Today");
});

test("axe finds no violation on documents and referrals in either theme", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.goTo("Documents");
  await page
    .getByRole("button", { name: /^Referral letter/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: /^Page 1 of/ })).toContainText("Referral letter");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("link", { name: "Referral", exact: true }).click();
  await page.getByRole("button", { name: "Update referral" }).click();
  await expect(page.getByRole("form", { name: "Referral update" })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Page 1 of/ })).toContainText("Referral letter");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await console.goTo("Referrals");
  await expect(page.getByRole("table", { name: "Referrals" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
});

test("axe finds no violation on Activity and its dialogs in either theme", { tag: "@long" }, async ({ page, demo }) => {
  await failingPayments(demo, 1);
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.goTo("Activity");
  await page.getByRole("button", { name: "Show the figures" }).click();
  await expect(page.getByRole("table", { name: "Jobs", exact: true })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Saved views" }).click();
  // The dialog shows text as soon as it has loaded, with or without saved views.
  await expect(page.getByRole("dialog", { name: "Saved views" })).toContainText(/\w/);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Retry failed…" }).click();
  await expect(page.getByRole("dialog").getByText("of this selection")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
});

test("axe finds no violation on the webhooks in either theme", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin");
  await console.goTo("Webhooks");
  await page.getByRole("button", { name: "New endpoint" }).click();
  await page.getByText("Only some").click();
  await expect(page.getByRole("checkbox", { name: "payment.created" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Event types" }).click();
  await page.getByRole("button", { name: "Sample of payment.created" }).click();
  await expect(page.getByRole("dialog", { name: "payment.created" })).toContainText("emr_transaction_id");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("tab", { name: "Delivery log" }).click();
  await page.getByRole("table", { name: "Events" }).getByRole("link").first().click();
  await expect(page.getByRole("region", { name: "Payload" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Redeliver a range…" }).click();
  await expect(page.getByRole("dialog").getByText("in this range")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
});

test("axe finds no violation on integrations, people and audit in either theme", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin");
  await console.goTo("Integrations");
  await expect(page.getByRole("form", { name: "Sandbox behavior" })).toBeVisible();
  await expect(page.getByRole("table", { name: "API clients" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Link an EMR" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await expect(page.getByRole("combobox", { name: "Time zone" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);

  await console.goTo("People");
  await expect(page.getByRole("table", { name: "People" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByRole("button", { name: "Create the invitation" }).click();
  await expect(page.getByText("Enter an email address")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");

  await console.goTo("Audit");
  await page.goto(`${page.url().split("?")[0]}?show=everything`);
  await expect(page.getByRole("table", { name: "Audit log" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
});
