import type { Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { newReference, payerOf } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

const reference = (page: Page) => page.getByLabel("Reference number");
const warning = (page: Page) => page.getByRole("alertdialog", { name: "Are you still there?" });

/** Advances the page's clock minute by minute, so that timers run between them. */
async function pass(page: Page, minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) await page.clock.runFor(60_000);
}

test("a reload keeps typed values and the idempotency key of their submission", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  const typed = newReference("RELOAD");
  await console.fillPayment({ patient: await payerOf(demo), amount: "21.50", reference: typed });
  // The request reaches the server, but its answer does not reach the page.
  await page.route("**/v1/payments", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await console.send();
  await expect(page.getByRole("alert").filter({ hasText: /lost|answer|reach/i })).toBeVisible();
  await page.unroute("**/v1/payments");

  page.on("dialog", (dialog) => dialog.accept());
  await page.reload();
  await expect(page.getByText("As you left it")).toBeVisible();
  await expect(reference(page)).toHaveValue(typed);
  await expect(page.getByLabel("Amount")).toHaveValue(/21\.50/);
  await console.send();
  await expect(console.step).toContainText("Completed");
  const answer = await fetch(`${demo.base_url}/jobs?limit=200`, { headers: apiHeaders(demo) });
  const { jobs } = (await answer.json()) as { jobs: { request: { reference_number: string } }[] };
  expect(jobs.filter(({ request }) => request.reference_number === typed)).toHaveLength(1);

  await page.reload();
  // A press on a button before the page's script runs does nothing.
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  await console.openPaymentForm();
  await expect(reference(page)).toHaveValue("");
});

test("no other user can read the stored values of a form", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signInByForm("staff");
  await console.openPaymentForm();
  await reference(page).fill("SEALED-1");
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  await expect.poll(stored).toContain("payments:create");
  expect(await stored()).not.toContain("SEALED-1");
  await page.getByRole("button", { name: "Close" }).first().click();
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();

  await console.signInByForm("admin");
  await console.openPaymentForm();
  await expect(reference(page)).toHaveValue("");
});

test("signing out ends the session for every copy of its cookie, with its open stream, and no other session", {
  tag: "@long",
}, async ({ page, browser, demo }) => {
  const console = new ConsolePage(page, demo);
  const elsewhere = new ConsolePage(await (await browser.newContext()).newPage(), demo);
  await console.signInByForm("staff");
  await elsewhere.signIn("staff");
  const kept = async ({ page }: ConsolePage) => ({
    cookie: (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join("; "),
    "x-linked-account": /\/a\/(\w+)/.exec(page.url())?.[1] ?? "",
  });
  const ask = async (headers: Record<string, string>) => (await fetch(`${demo.base_url}/jobs`, { headers })).status;
  const [copied, others] = await Promise.all([console, elsewhere].map(kept));
  expect(await ask(copied ?? {})).toBe(200);
  const stream = await fetch(`${demo.base_url}/events/stream`, { headers: copied ?? {} });
  expect(stream.status).toBe(200);

  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await expect.poll(() => ask(copied ?? {})).toBe(401);
  // The text is complete only once the stream has ended.
  expect(await stream.text()).toContain("retry:");
  expect(await ask(others ?? {})).toBe(200);
  await elsewhere.page.context().close();
});

test.describe("by a clock that the test sets", () => {
  test.use({ ownContext: true });

  test("an idle user is warned, then signed out, and finds the form's values again", { tag: "@long" }, async ({
    page,
    demo,
  }) => {
    await page.clock.install();
    const console = new ConsolePage(page, demo);
    await console.signInByForm();
    await console.openPaymentForm();
    await reference(page).fill("IDLE-1");

    await pass(page, 13);
    await expect(warning(page)).toBeHidden();
    await pass(page, 1);
    await expect(warning(page)).toContainText(/\d+ seconds?/);
    await page.getByRole("button", { name: "Stay signed in" }).click();
    await expect(warning(page)).toBeHidden();
    await expect(reference(page)).toHaveValue("IDLE-1");

    await pass(page, 14);
    await expect(warning(page)).toBeVisible();
    await pass(page, 1);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    const refused = await page.request.get(`${demo.base_url}/jobs`, {
      headers: { "x-linked-account": new URL(page.url()).searchParams.get("next")?.split("/")[2] ?? "" },
    });
    expect(refused.status()).toBe(401);

    const user = demo.organizations[0]?.users.find(({ role }) => role === "staff");
    await page.getByLabel("Email").fill(user?.email ?? "");
    await page.getByLabel("Password", { exact: true }).fill(user?.password ?? "");
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByText("As you left it")).toBeVisible();
    await expect(reference(page)).toHaveValue("IDLE-1");
  });
});

test("a page whose session has ended hides its content and returns after sign-in", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  // The page's background requests would lead to the sign-in before the click does.
  await page.route("**/v1/**", (route) => route.abort());
  await page.context().clearCookies();
  await page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: "Claims" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("next")).toMatch(/^\/a\/\w{32}\/claims/);
});

test("a form about one patient is stored separately from the next patient's", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=2");
  const console = new ConsolePage(page, demo);
  const account = await console.enter();
  page.on("dialog", (dialog) => dialog.accept());
  const openFor = async (place: number) => {
    await page.goto(`${account}/patients/${patients[place]?.mrn}`);
    await console.openForm("Payment");
    await expect(page.getByText(new RegExp(`^${patients[place]?.mrn} · born`))).toBeVisible();
  };
  await openFor(0);
  await reference(page).fill("FIRST");
  await openFor(1);
  await expect(reference(page)).toHaveValue("");
  await reference(page).fill("SECOND");
  await page.reload();
  await expect(reference(page)).toHaveValue("SECOND");
  await openFor(0);
  await expect(page.getByText("As you left it")).toBeVisible();
  await expect(reference(page)).toHaveValue("FIRST");
});
