import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

const unique = () => Date.now().toString(36);

test("an EMR is linked step by step, its token works, and its records appear", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Integrations");
  const name = `Woodlands ${unique()}`;
  await page.getByRole("button", { name: "Link an EMR" }).click();
  const form = page.getByRole("form", { name: "Link an EMR" });
  await form.getByText("Basic sandbox EMR").click();
  await form.getByRole("button", { name: "Next" }).click();
  await form.getByRole("button", { name: "Link Basic sandbox EMR" }).click();
  await expect(form.getByText("Enter the name")).toBeVisible();
  await form.getByLabel("Name").fill(name);
  await form.getByRole("button", { name: "Link Basic sandbox EMR" }).click();
  const drawer = page.getByRole("dialog", { name: "Link an EMR" });
  await expect(drawer.getByText(`${name} is linked`)).toBeVisible();
  const token = (await drawer.locator("code").textContent()) ?? "";
  await drawer.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("table", { name: "Linked accounts" }).getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Linked", { timeout: 30_000 });
  const answer = await fetch(`${demo.base_url}/patients?limit=5000`, {
    headers: { ...apiHeaders(demo), access_token: token },
  });
  expect(((await answer.json()) as { patients: unknown[] }).patients).toHaveLength(200);

  await row.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name: `What ${name} can do` })).toBeVisible();
  await expect(page.getByText("Claims refresh · not supported")).toBeVisible();
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Unlink" }).click();
  await page.getByRole("button", { name: `Unlink ${name}` }).click();
  await expect(row).toContainText("Unlinked");
});

test("the sandbox's behavior can be changed, and errors are shown at their fields", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  test.slow();
  // An account of its own: an inactive user refuses the jobs of every test on the account.
  const { id } = await ownAccount(demo);
  await new ConsolePage(page, demo).enter("admin");
  await page.goto(`${demo.console_url}/a/${id}/integrations`);
  const form = page.getByRole("form", { name: "Sandbox behavior" });
  await form.getByLabel("Failing calls").fill("2");
  await form.getByRole("button", { name: "Save behavior" }).click();
  await expect(form.getByText("Enter a number from 0 to 1")).toBeVisible();
  await form.getByLabel("Failing calls").fill("0");
  await form.getByLabel("Latency").fill("190");
  await form.getByRole("button", { name: "Short list" }).click();
  await page.getByRole("option", { name: "Referrals", exact: true }).click();
  await form.getByLabel("Calls per access token").fill("100000");
  await form.getByRole("button", { name: "Save behavior" }).click();
  await expect(form.getByText("Saved")).toBeVisible();
  await page.reload();
  await expect(form.getByLabel("Latency")).toHaveValue("190");
  await expect(form.getByRole("button", { name: "Short list" })).toContainText("Referrals");
  await expect(form.getByLabel("Calls per access token")).toHaveValue("100000");
  await form.getByRole("button", { name: "Short list" }).click();
  await page.getByRole("option", { name: "None" }).click();
  await form.getByLabel("Calls per access token").fill("");
  const active = page.getByRole("switch", { name: "User active" });
  await page.getByText("User active", { exact: true }).click();
  await expect(page.getByText("Every operation is refused with “User not found”.")).toBeVisible();
  await page.getByText("User active", { exact: true }).click();
  await expect(active).toBeChecked();
  await form.getByLabel("Latency").fill("200");
  await form.getByRole("button", { name: "Save behavior" }).click();
  await expect(form.getByText("Saved")).toBeVisible();
});

test("an API client is created, used, and revoked by its name", { tag: "@long" }, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Integrations");
  const name = `Billing ${unique()}`;
  await page.getByRole("button", { name: "New API client" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create the client" }).click();
  const shown = page.getByRole("dialog", { name: `The credentials of ${name}` });
  await expect(shown.getByText("Webhook secret")).toBeVisible();
  const [clientId, secret] = await shown.locator("code").allTextContents();
  await page.keyboard.press("Escape");
  await expect(shown).toBeVisible();
  await shown.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("table", { name: "API clients" }).getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Never");
  // A submitted form keeps no draft.
  await page.getByRole("button", { name: "New API client" }).click();
  await expect(page.getByRole("dialog").getByLabel("Name")).toHaveValue("");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  const headers = { ...apiHeaders(demo), client_id: clientId ?? "", client_secret: secret ?? "" };
  const ask = async () => (await fetch(`${demo.base_url}/locations`, { headers })).status;
  expect(await ask()).toBe(200);
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Unknown fields" }).click();
  const asked = page.getByRole("dialog", { name: `Unknown fields from ${name}` });
  await expect(asked.getByRole("radio", { name: "Accept it, with a warning" })).toBeChecked();
  await asked.getByText("Refuse it").click();
  await asked.getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Refuses unknown fields");
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Let it link EMRs" }).click();
  await page
    .getByRole("dialog", { name: `Let ${name} link EMRs?` })
    .getByRole("button", { name: "Let it link EMRs" })
    .click();
  await expect(row).toContainText("Links EMRs");
  await row.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("button", { name: `Revoke ${name}` }).click();
  await expect(row).toContainText("Revoked");
  await expect.poll(ask, { timeout: 15_000 }).toBe(401);
});

test("a person is invited, chooses a password, works, and is signed out on deactivation", { tag: "@long" }, async ({
  page,
  demo,
  browser,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "People");
  const email = `robin.${unique()}@riverside.example`;
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("Email").fill("robin");
  await page.getByRole("button", { name: "Create the invitation" }).click();
  await expect(page.getByText("Enter an email address")).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Create the invitation" }).click();
  const shown = page.getByRole("dialog", { name: `A link for ${email}` });
  const link = (await shown.locator("code").textContent()) ?? "";
  await shown.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row").filter({ hasText: email });
  await expect(row).toContainText("Invited");

  const theirs = await (await browser.newContext()).newPage();
  await theirs.goto(link);
  await expect(theirs.getByText(`For ${email} at ${demo.organizations[0]?.name}.`)).toBeVisible();
  await theirs.getByLabel("Name").fill("Robin Lee");
  await theirs.getByLabel("Password", { exact: true }).fill("short");
  await theirs.getByRole("button", { name: "Set the password and sign in" }).click();
  await expect(theirs.getByText("Use at least 12 characters")).toBeVisible();
  await theirs.getByLabel("Password", { exact: true }).fill("correct horse battery");
  await theirs.getByRole("button", { name: "Set the password and sign in" }).click();
  await expect(theirs.getByRole("navigation", { name: "Console" })).toBeVisible();
  await expect(theirs.getByRole("link", { name: "People" })).toHaveCount(0);
  await theirs.goto(link);
  await expect(theirs.getByText("This link no longer works")).toBeVisible();

  await page.reload();
  await expect(row).toContainText("Robin Lee");
  await row.getByRole("button", { name: "Actions for Robin Lee" }).click();
  await page.getByRole("menuitem", { name: "Deactivate" }).click();
  await page.getByRole("button", { name: "Deactivate Robin Lee" }).click();
  await expect(row).toContainText("Deactivated");
  await theirs.goto(demo.console_url);
  await expect
    .poll(
      async () => {
        await theirs.reload();
        return new URL(theirs.url()).pathname;
      },
      { timeout: 15_000 },
    )
    .toBe("/sign-in");
  await theirs.context().close();
});

test("an admin's typed values survive a reload, and disappear once discarded", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin");
  /** Types a text, reloads the page, checks that the draft is restored, and discards it. */
  const survives = async (label: string, text: string) => {
    const field = page.getByRole("dialog").getByLabel(label);
    await field.fill(text);
    await page.reload();
    await expect(page.getByText("As you left it")).toBeVisible();
    await expect(field).toHaveValue(text);
    await page.getByRole("button", { name: "Start empty" }).click();
    await expect(page.getByText("As you left it")).toBeHidden();
  };
  const stored = () => page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  await console.goTo("People");
  await page.getByRole("button", { name: "Invite a person" }).click();
  await survives("Email", "kept@riverside.example");
  await expect(page.getByRole("dialog").getByLabel("Email")).toHaveValue("");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();

  await console.goTo("Integrations");
  await page.getByRole("button", { name: "New API client" }).click();
  await survives("Name", "Kept client");
  await page.getByRole("button", { name: "Cancel", exact: true }).click();
  await page.getByRole("button", { name: "Link an EMR" }).click();
  await page.getByRole("button", { name: "Next" }).click();
  await survives("Name", "Kept practice");
  await expect(page.getByRole("button", { name: "Next" })).toBeVisible();
  await page.keyboard.press("Escape");

  await console.goTo("Webhooks");
  await page.getByRole("button", { name: "New endpoint" }).click();
  await page.getByLabel("URL").fill("https://kept.example/hook");
  await survives("Description", "Kept endpoint");
  await expect(page.getByLabel("URL")).toHaveValue("");
  expect(await stored()).not.toMatch(/kept/i);
});

test("users cannot remove their own access", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "People");
  const own = page.getByRole("row").filter({ hasText: "(you)" });
  await own.getByRole("button", { name: /^Actions for/ }).click();
  for (const name of [/^Make staff/, /^Deactivate/]) {
    await expect(page.getByRole("menuitem", { name })).toHaveAttribute("aria-disabled", "true");
  }
});

test("the audit log lists actors and changes, can be filtered by its address, and is exported completely", async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin");
  await fetch(`${demo.base_url}/patients?query=a&limit=1`, { headers: apiHeaders(demo) });
  await console.goTo("Audit");
  const table = page.getByRole("table", { name: "Audit log" });
  const signedIn = table.getByRole("row").filter({ hasText: "POST /api/auth/callback/credentials" }).first();
  await expect(signedIn).toContainText("signed in");
  await page.getByRole("button", { name: /Shown entries/ }).click();
  await page.getByRole("option", { name: "Everything" }).click();
  await expect(page).toHaveURL(/show=everything/);
  await expect(table.getByRole("row").nth(1)).toBeVisible();
  await page.goto(`${page.url().split("?")[0]}?action=patients:read`);
  await expect(table).toContainText("GET /patients");
  await expect(table).not.toContainText("POST /");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await saved).suggestedFilename()).toMatch(/^audit log \d{4}-\d{2}-\d{2}\.csv$/);
});

test("staff see no administration, and the server refuses its requests", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  const base = await console.enter("staff");
  for (const section of ["integrations", "embedding", "people", "audit"]) {
    await page.goto(`${base}/${section}`);
    await expect(page.getByRole("heading", { name: /^(Integrations|Embedding|People|Audit)$/ })).toHaveCount(0);
    await expect(page.getByText("There is nothing here")).toBeVisible();
  }
  const refused = await page.evaluate(
    async (paths) => {
      const headers = { "x-linked-account": location.pathname.split("/")[2] ?? "" };
      return Promise.all(paths.map(async (path) => (await fetch(`/v1${path}`, { headers })).status));
    },
    ["/linked-accounts", "/api-clients", "/users", "/audit-log", "/sandbox/behavior", "/embed/origins"],
  );
  expect(refused).toEqual([403, 403, 403, 403, 403, 403]);
});
