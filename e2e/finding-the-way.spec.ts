import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { failingPayments } from "./support/failing-payments.ts";
import { newReference, payerOf } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

const UNKNOWN_ACCOUNT = "/a/0190abcdef0190abcdef0190abcdef01/activity";

test("sign-in starts with the email and leads to the requested page", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const wanted = `${new URL(page.url()).pathname}?status=completed`;
  // A page that is open when its session ends leads to the sign-in by itself, also while another one is asked for.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto(wanted);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByLabel("Email")).toBeFocused();
  const user = demo.organizations[0]?.users[0];
  await page.keyboard.type(user?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(user?.password ?? "");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(wanted);
  await page.goto("/sign-in?next=https://evil.example/");
  await expect(page).toHaveURL(/\/today$/);
});

test("a form opened from Ctrl K has the focus in its first field", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await page.keyboard.type("payment");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox", { name: "Patient" })).toBeFocused();
  await expect(page.getByRole("dialog", { name: "Search" })).toBeHidden();
  await page.keyboard.type("MRN-1001");
  await expect(page.getByRole("option", { name: /MRN-1001/ }).first()).toBeVisible();
});

test("Ctrl K offers an existing job, and finds nothing for an unknown number", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const {
    jobIds: [jobId],
  } = await failingPayments(demo, 1);
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await page.keyboard.type("999999999");
  await expect(page.getByText("Nothing found")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(String(jobId));
  await expect(page.getByRole("menuitem", { name: `Open job ${jobId}` })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`job=${jobId}`));
});

test("Ctrl K keeps what is typed while it loads, and Enter opens the patient or the page", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const { patients } = await readApi<{ patients: { mrn: string; last_name: string; first_name: string }[] }>(
    demo,
    "/patients?limit=1",
  );
  const [patient] = patients;
  if (!patient) throw new Error("The demo has patients");
  await new ConsolePage(page, demo).signIn();
  const unknown: string[] = [];
  page.on("response", (answer) => answer.status() === 404 && unknown.push(answer.url()));
  const search = page.getByLabel(/^Search patients/);
  const found = page.getByRole("menu", { name: "Found" }).getByRole("menuitem");

  await page.keyboard.press("Control+k");
  // At once, as a practised user does.
  await page.keyboard.type(patient.mrn);
  await expect(search).toHaveValue(patient.mrn);
  await expect(found.first()).toContainText(patient.mrn);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/patients/${patient.mrn}$`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(patient.last_name);

  await page.keyboard.press("Control+k");
  await page.keyboard.type(patient.mrn);
  await expect(found.first()).toContainText(patient.mrn);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Tab");
  await page.keyboard.type("payment");
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("form", { name: "Payment" }).getByText(new RegExp(`^${patient.mrn} · born`)),
  ).toBeVisible();

  for (const section of ["Referrals", "Providers"]) {
    await page.keyboard.press("Control+k");
    await page.keyboard.type(section.toLowerCase());
    await expect(found.first()).toHaveText(section);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: section, level: 1 })).toBeVisible();
  }

  await page.keyboard.press("Control+k");
  await page.keyboard.type("555123", { delay: 20 });
  await expect(page.getByText("Looking…").or(page.getByText("Nothing found")).or(found).first()).toBeVisible();
  await page.keyboard.press("Escape");
  expect(unknown).toEqual([]);
});

test("Ctrl K pressed again while the search still fades out begins anew and keeps what is typed", {
  tag: "@long",
}, async ({ page, demo }) => {
  await new ConsolePage(page, demo).signIn();
  // Without less motion, as the search then stays for its way out.
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const search = page.getByLabel(/^Search patients/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("provid");
  await expect(search).toHaveValue("provid");
  for (const text of ["referrals", "claims"]) {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.keyboard.type(text);
    await expect(search).toHaveValue(text);
  }
});

test("Enter opens the typed job even if the patients of that number were found first", async ({ page, demo }) => {
  const [jobId] = (await failingPayments(demo, 1)).jobIds;
  const { patients } = await readApi<{ patients: unknown[] }>(demo, "/patients?limit=1");
  const answer = Promise.withResolvers<void>();
  await page.route(`**/v1/jobs?job_id=${jobId}`, async (route) => {
    await answer.promise;
    await route.continue();
  });
  const search = new RegExp(`/v1/patient-matches\\?query=%23${jobId}&`);
  await page.route(search, (route) =>
    route.fulfill({
      json: {
        success: true,
        patient_matches: patients.map((patient) => ({ patient, match: "exact" })),
      },
    }),
  );
  await new ConsolePage(page, demo).signIn();
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog", { name: "Search" })).toBeVisible();
  const found = page.waitForResponse(search);
  await page.keyboard.type(`#${jobId}`);
  await found;
  answer.resolve();
  const menu = page.getByRole("menu", { name: "Found" });
  await expect(menu.getByRole("menuitem")).toHaveCount(2);
  await expect(menu.getByRole("menuitem").first()).toContainText(`Open job ${jobId}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`job=${jobId}`));
});

test("a missing page keeps the frame for navigation", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const account = /\/a\/[0-9a-f]{32}/.exec(page.url())?.[0] ?? "";

  await page.goto(UNKNOWN_ACCOUNT);
  await expect(page.getByText("There is no such account here")).toBeVisible();
  await page.getByRole("link", { name: demo.organizations[0]?.accounts[0]?.name ?? "" }).click();
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();

  await page.goto(`${account}/nowhere`);
  await expect(page.getByText("There is nothing here")).toBeVisible();
  await expect(page.getByRole("button", { name: "New", exact: true })).toBeVisible();

  await page.goto(`${account}/jobs/999999999`);
  await expect(page.getByText("There is no job 999999999")).toBeVisible();
  await page.getByRole("link", { name: "See all activity" }).click();
  await expect(page.getByRole("heading", { name: "Activity" })).toBeVisible();
});

test("without a connection a navigation keeps the frame, says so, and goes on by itself", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const notice = page.getByText("No connection to the server");
  await page.context().setOffline(true);
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Claims" }).click();
  await expect(notice).toBeVisible();
  await expect(page.getByRole("heading", { name: "Today", level: 1 })).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole("heading", { name: "Claims", level: 1 })).toBeVisible();
  await expect(notice).toBeHidden();
});

test("panels opened from the top bar do not cover it", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const bar = await page.locator("header").boundingBox();
  for (const name of ["New", /^Recent jobs/, /theme and sign out$/, /^Linked account/]) {
    await page.getByRole("button", { name, exact: name === "New" }).click();
    const opened = page.locator('[data-placement]:not([role="tooltip"])');
    await expect(opened).toBeVisible();
    await expect.poll(async () => (await opened.boundingBox())?.y).toBeGreaterThanOrEqual(bar?.height ?? Infinity);
    await page.keyboard.press("Escape");
    await expect(opened).toBeHidden();
  }
});

test.describe("for a user whose time zone differs from the clinic's", () => {
  test.use({ timezoneId: "Asia/Tokyo", viewport: { width: 375, height: 740 } });

  test("times are the clinic's, with its zone, and a phone shows a payment's patient and amount", {
    tag: "@long",
  }, async ({ page, demo }) => {
    const console = new ConsolePage(page, demo);
    await console.signIn();
    await expect(page.getByRole("button", { name: /^Linked account/ })).toContainText(/synced .*\d:\d\d [AP]M E[SD]T/);
    await page.goto(page.url().replace(/today$/, "activity"));
    await console.openPaymentForm();
    const patient = await payerOf(demo);
    await console.fillPayment({ patient, amount: "18.25", reference: newReference("CLOCKS") });
    await console.send();
    await expect(console.step).toContainText(/Completed\s*\d+:\d\d:\d\d [AP]M E[SD]T/);
    await page.getByRole("button", { name: "Close" }).click();
    const row = page.getByRole("row").filter({ hasText: "$18.25" }).first();
    await expect(row).toContainText(new RegExp(`\\p{Lu}\\S* \\p{Lu}\\S* ${patient}`, "u"));
  });
});
