import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { startOpenIdProvider } from "#lib/testing/openid-provider";
import { findingsInBothThemes } from "./support/axe.ts";
import { startSlowNetwork } from "./support/slow-network.ts";
import { expect, test } from "./support/test.ts";

const PASSWORD = "correct horse battery";

const navigation = (page: Page) => page.getByRole("navigation", { name: "Console" });

async function signIn(page: Page, { console_url }: DemoFile, email: string, password: string): Promise<void> {
  await page.goto(`${console_url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(navigation(page)).toBeVisible();
}

/** Goes from the console's page to a provider, and signs in there. */
async function signInThere(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: "Use your organization’s account" }).click();
  // The console's own page has a field of this name, too.
  await expect(page).toHaveTitle("Clinic accounts");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

/** An admin of one of the demo's organizations, who calls /v1 as the console does. */
interface Admin {
  context: BrowserContext;
  /** Id of the linked account that the console shows first. */
  account: string;
  /** Invites an address; returns the link. */
  invite(email: string, role: "admin" | "staff"): Promise<string>;
  deactivate(email: string): Promise<void>;
}

async function adminOf(browser: Browser, demo: DemoFile, index: number): Promise<Admin> {
  const user = demo.organizations[index]?.users.find(({ role }) => role === "admin");
  if (!user) throw new Error(`The demo's organization ${index} has no admin`);
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, demo, user.email, user.password);
  const account = /\/a\/(\w{32})/.exec(page.url())?.[1] ?? "";
  const headers = { "x-linked-account": account, origin: demo.console_url };
  const users = `${demo.base_url}/users`;
  return {
    context,
    account,
    async invite(email, role) {
      const answer = await context.request.post(users, { headers, data: { email, role } });
      expect(answer.status()).toBe(201);
      return (await answer.json()).invitation.url;
    },
    async deactivate(email) {
      const { users: listed } = await (await context.request.get(`${users}?limit=1000`, { headers })).json();
      const { id } = listed.find((each: { email: string }) => each.email === email);
      const answer = await context.request.patch(`${users}/${id}`, { headers, data: { active: false } });
      expect(answer.status()).toBe(200);
    },
  };
}

/** Opens the menu at the person's name, and returns its organizations with the present one. */
async function organizationsIn(page: Page): Promise<{ names: string[]; present: string[] }> {
  // A click before the new page's scripts have run is lost.
  await expect(page.getByRole("status").filter({ hasText: "Connection: live" })).toHaveCount(1);
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  const choice = page.getByRole("group", { name: "Organization" }).getByRole("menuitemradio");
  await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
  return {
    names: await choice.allInnerTexts(),
    present: await choice.and(page.locator("[aria-checked=true]")).allInnerTexts(),
  };
}

test("a person joins a second organization, switches in all tabs, and keeps the one that has not deactivated them", {
  tag: "@long",
}, async ({ browser, demo }) => {
  test.slow();
  const [riverside, lakeside] = demo.organizations.map(({ name }) => name);
  const [here, there] = [await adminOf(browser, demo, 0), await adminOf(browser, demo, 1)];
  const email = `robin.${crypto.randomUUID()}@riverside.example`;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(await here.invite(email, "staff"));
  await page.getByLabel("Name").fill("Robin Lee");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password and sign in" }).click();
  await expect(navigation(page)).toBeVisible();
  expect((await organizationsIn(page)).names).toEqual([]);
  const otherTab = await context.newPage();
  await otherTab.goto(demo.console_url);
  await expect(navigation(otherTab)).toBeVisible();
  const accountHere = otherTab.url();

  await page.goto(await there.invite(email, "admin"));
  await expect(page.getByText(`You are signed in as ${email}`)).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: `Join ${lakeside}` }).click();
  await expect(navigation(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "People" })).toBeVisible();
  expect(await organizationsIn(page)).toEqual({ names: [riverside, lakeside], present: [lakeside] });
  expect(await findingsInBothThemes(page)).toEqual([]);

  await page.getByRole("menuitemradio", { name: riverside ?? "" }).click();
  await expect.poll(() => page.url()).toBe(accountHere);
  await expect(navigation(page)).toBeVisible();
  await expect(page.getByRole("link", { name: "People" })).toHaveCount(0);
  // The second tab follows by itself.
  await expect(otherTab.getByRole("link", { name: "People" })).toHaveCount(0);
  await expect.poll(() => otherTab.url()).toBe(accountHere);
  expect((await organizationsIn(otherTab)).present).toEqual([riverside]);
  await otherTab.getByRole("menuitemradio", { name: lakeside ?? "" }).click();
  // The first tab follows by itself.
  await expect(page.getByRole("link", { name: "People" })).toBeVisible();
  expect(new URL(page.url()).pathname).not.toBe(new URL(accountHere).pathname);

  await here.deactivate(email);
  await page.reload();
  await expect(page.getByRole("link", { name: "People" })).toBeVisible();
  expect((await organizationsIn(page)).names).toEqual([]);
  // An open page would renew its session meanwhile.
  for (const each of [page, otherTab]) await each.goto("about:blank");
  await context.clearCookies();
  await signIn(page, demo, email, PASSWORD);
  await expect(page.getByRole("link", { name: "People" })).toBeVisible();
  await there.deactivate(email);
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible({ timeout: 15_000 });
  for (const each of [context, here.context, there.context]) await each.close();
});

test("a switch reaches tabs whose requests were on their way with the session that it has ended", {
  tag: "@long",
}, async ({ browser, demo }) => {
  const lakeside = demo.organizations[1]?.name ?? "";
  const [here, there] = [await adminOf(browser, demo, 0), await adminOf(browser, demo, 1)];
  const email = `kim.${crypto.randomUUID()}@riverside.example`;
  const network = await startSlowNetwork();
  const context = await browser.newContext({ proxy: network.proxy });
  const page = await context.newPage();
  await page.goto(await there.invite(email, "admin"));
  await page.getByLabel("Name").fill("Kim Park");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Set the password and sign in" }).click();
  await expect(navigation(page)).toBeVisible();
  await page.goto(await here.invite(email, "staff"));
  await page.getByRole("button", { name: /^Join / }).click();
  await expect(navigation(page)).toBeVisible();
  const otherTab = await context.newPage();
  await otherTab.goto(demo.console_url);
  await organizationsIn(otherTab);

  const reads = /^\/v1\/patients$/;
  network.hold(reads);
  const start = Promise.withResolvers<void>();
  const opening = new Set<Page>();
  await context.route(`${demo.console_url}/`, async (route) => {
    opening.add(route.request().frame().page());
    await start.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Patients" }).click();
  await expect.poll(() => network.held()).toContain("/v1/patients");
  // What is held from here on has the session that the switch ends.
  network.holdNoMore(reads);
  await otherTab.getByRole("menuitemradio", { name: lakeside }).click();
  await expect.poll(() => opening).toContain(page);
  // The network says what was answered: a page that has left in the meantime learns of no answer.
  for (const status of await network.release(reads)) expect(status).toBe(401);
  start.resolve();
  for (const tab of [page, otherTab]) await expect(tab.getByRole("link", { name: "People" })).toBeVisible();

  // A page that the left organization's session opened leads to the present organization.
  await page.goto(`/sign-in?${new URLSearchParams({ next: `/a/${here.account}/today`, ended: "1" })}`);
  await expect(page.getByRole("link", { name: "People" })).toBeVisible();
  for (const each of [context, here.context, there.context]) await each.close();
  await network.close();
});

test("an invitation waits while the person signs in with the password that they have", { tag: "@long" }, async ({
  browser,
  demo,
}) => {
  test.slow();
  const [here, there] = [await adminOf(browser, demo, 0), await adminOf(browser, demo, 1)];
  const email = `sasha.${crypto.randomUUID()}@riverside.example`;
  const first = await browser.newContext();
  const before = await first.newPage();
  await before.goto(await here.invite(email, "staff"));
  await before.getByLabel("Name").fill("Sasha Reed");
  await before.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await before.getByRole("button", { name: "Set the password and sign in" }).click();
  await expect(navigation(before)).toBeVisible();

  // In another browser nobody is signed in.
  const second = await browser.newContext();
  const page = await second.newPage();
  await page.goto(await there.invite(email, "staff"));
  await page.getByRole("link", { name: "Join with your own sign-in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("button", { name: `Join ${demo.organizations[1]?.name}` }).click();
  await expect(navigation(page)).toBeVisible();
  expect((await organizationsIn(page)).names).toHaveLength(2);
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("invitation_");
  for (const each of [first, second, here.context, there.context]) await each.close();
});

test("a person whom two organizations have invited chooses one after the deployment's sign-in", {
  tag: "@long",
}, async ({ browser, demo }) => {
  test.slow();
  const [riverside, lakeside] = demo.organizations.map(({ name }) => name);
  const [here, there] = [await adminOf(browser, demo, 0), await adminOf(browser, demo, 1)];
  const email = `noor.${crypto.randomUUID()}@riverside.example`;
  for (const admin of [here, there]) await admin.invite(email, "staff");
  const context = await browser.newContext();
  const page = await context.newPage();
  const comeFromProvider = async () => {
    await page.goto(`${demo.console_url}/sign-in`);
    await signInThere(page, email);
  };
  await comeFromProvider();
  await expect(page.getByRole("heading", { name: "Choose an organization" })).toBeVisible();
  await expect(page.getByText(`Signing in as ${email}.`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Open ${riverside}` })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: `Open ${lakeside}` }).click();
  await expect(navigation(page)).toBeVisible();
  expect((await organizationsIn(page)).names).toEqual([]);
  await page.goto("about:blank");
  await context.clearCookies();
  await comeFromProvider();
  await expect(navigation(page)).toBeVisible();
  for (const each of [context, here.context, there.context]) await each.close();
});

test("an admin connects a directory, which adds a person and takes their access away", { tag: "@long" }, async ({
  browser,
  demo,
}) => {
  test.slow();
  const admin = await adminOf(browser, demo, 0);
  const [page] = admin.context.pages();
  if (!page) throw new Error("The admin has no page");
  await page.getByRole("link", { name: "People" }).click();
  await page.getByRole("button", { name: "New SCIM token" }).click();
  const name = `Directory ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill(name);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByRole("button", { name: "Create the token" }).click();
  const shown = page.getByRole("dialog", { name: `The token of ${name}` });
  await expect(shown.getByText(`${demo.console_url}/scim/v2`)).toBeVisible();
  const token = (await shown.locator("code").filter({ hasText: "scim_" }).textContent()) ?? "";
  await shown.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Active");

  const directory = await browser.newContext();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/scim+json" };
  const users = `${demo.console_url}/scim/v2/Users`;
  const ask = (method: "get" | "post" | "patch", address: string, body?: object) =>
    directory.request[method](address, { headers, ...(body && { data: JSON.stringify(body) }) });
  const email = `dana.${crypto.randomUUID()}@riverside.example`;
  for (const [method, path, status] of [
    ["GET", "/Users/", 200],
    ["GET", "//Users", 200],
    ["GET", "/Users/%00", 404],
    ["GET", "/x/y/z", 404],
    ["GET", "/x.png", 404],
    ["GET", "", 404],
    ["OPTIONS", "/x/y/z", 404],
    ["OPTIONS", "/Users", 405],
    ["TRACE", "/Users", 405],
    ["PUT", "/_next/data", 404],
  ] as const) {
    const answer = await directory.request.fetch(`${demo.console_url}/scim/v2${path}`, { method, headers });
    const type = answer.headers()["content-type"];
    expect([method, path, answer.status(), type]).toEqual([
      method,
      path,
      status,
      "application/scim+json; charset=utf-8",
    ]);
  }
  const made = await ask("post", users, { userName: email, displayName: "Dana Fox", externalId: email });
  expect(made.status()).toBe(201);
  await page.reload();
  const person = page.getByRole("row").filter({ hasText: email });
  await expect(person).toContainText("Invited");
  const { id } = await made.json();
  const operation = { op: "Replace", path: "active", value: "False" };
  expect((await (await ask("patch", `${users}/${id}`, { Operations: [operation] })).json()).active).toBe(false);
  await page.reload();
  await expect(person).toContainText("Deactivated");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await row.getByRole("button", { name: `Revoke ${name}` }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: `Revoke ${name}` })
    .click();
  await expect(row).toContainText("Revoked");
  expect((await ask("get", users)).status()).toBe(401);
  for (const context of [directory, admin.context]) await context.close();
});

test("a tab whose session has ended does not sign out the session that has taken its place", async ({
  browser,
  demo,
}) => {
  const staff = demo.organizations[0]?.users.find(({ role }) => role === "staff");
  const context = await browser.newContext();
  const [page, otherTab] = [await context.newPage(), await context.newPage()];
  await signIn(page, demo, staff?.email ?? "", staff?.password ?? "");
  await otherTab.goto(demo.console_url);
  await expect(navigation(otherTab)).toBeVisible();
  // The answer to a tab whose session another tab has replaced just now.
  const refused = { status: 401, json: { success: false, message: "Sign in first" } };
  await otherTab.route("**/v1/**", (route) => route.fulfill(refused), { times: 1 });
  const signedOut = otherTab.waitForRequest(/\/api\/auth\/signout|\/sign-in\?/);
  await otherTab.getByRole("link", { name: "Patients" }).click();
  expect((await signedOut).url()).toContain("/sign-in?");
  await expect(navigation(otherTab)).toBeVisible();
  await page.goto(demo.console_url);
  await expect(navigation(page)).toBeVisible();
  await context.close();
});

test("an admin sets the organization's own provider, which opens that organization to whom it has invited", {
  tag: "@long",
}, async ({ browser, demo }) => {
  test.slow();
  const admin = await adminOf(browser, demo, 1);
  const [page] = admin.context.pages();
  if (!page) throw new Error("The admin has no page");
  await page.getByRole("link", { name: "People" }).click();
  const section = page.getByRole("region", { name: "Own sign-in (OpenID)" });
  const redirectUri = (await section.locator("code").textContent()) ?? "";
  const provider = await startOpenIdProvider(redirectUri);
  try {
    await section.getByRole("button", { name: "Set a provider" }).click();
    await page.getByLabel("Issuer").fill("https://10.0.0.1");
    await page.getByLabel("Client ID").fill(provider.variables.OIDC_CLIENT_ID);
    await page.getByLabel("Client secret", { exact: true }).fill(provider.variables.OIDC_CLIENT_SECRET);
    expect(await findingsInBothThemes(page)).toEqual([]);
    await page.getByRole("button", { name: "Save the provider" }).click();
    await expect(page.getByText(/must not lead to a private/).first()).toBeVisible();
    await page.getByLabel("Issuer").fill(provider.issuer);
    await page.getByRole("button", { name: "Save the provider" }).click();
    await expect(section.getByText(provider.issuer, { exact: true })).toBeVisible();
    const signInUrl = (await section.getByText(/\/sign-in\/organization\//).textContent()) ?? "";
    expect(await findingsInBothThemes(page)).toEqual([]);

    const email = `kim.${crypto.randomUUID()}@lakeside.example`;
    const theirs = await browser.newContext();
    const person = await theirs.newPage();
    await person.goto(await admin.invite(email, "staff"));
    const atProvider = async () => {
      await signInThere(person, email);
      await expect(navigation(person)).toBeVisible();
    };
    await atProvider();
    expect((await organizationsIn(person)).names).toEqual([]);
    await person.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(person.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await person.goto(signInUrl);
    expect(await findingsInBothThemes(person)).toEqual([]);
    // The provider still knows the person.
    await person.getByRole("button", { name: "Use your organization’s account" }).click();
    await expect(navigation(person)).toBeVisible();

    await section.getByRole("button", { name: "Remove the provider" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove the provider" }).click();
    await expect(section.getByRole("button", { name: "Set a provider" })).toBeVisible();
    // The session ends with the provider, and the page with its stream.
    await expect(person.getByRole("heading", { name: "Sign in" })).toBeVisible({ timeout: 15_000 });
    await theirs.close();
  } finally {
    await provider.stop();
  }
  await admin.context.close();
});
