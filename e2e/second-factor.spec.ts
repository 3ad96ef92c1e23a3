import type { Page } from "@playwright/test";
import { generateSync } from "otplib";
import { findingsInBothThemes } from "./support/axe.ts";
import { newDemoDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { userOf } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

// The organization's rule concerns everyone who signs in, so these tests have a product of their own.
test.describe.configure({ mode: "serial" });

let product: Product;
let dataDir: string;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  dataDir = await newDemoDir();
  product = await startProduct({ dataDir });
});

test.afterAll(async () => {
  await product.stop();
  await removeDataDir(dataDir);
});

/** The app's code `later` steps of 30 s from now: each code works once, and the next one is accepted ahead of time. */
const codeOf = (secret: string, later = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + later * 30 });

/** The console by its name, to which browsers bind a passkey. */
const atLocalhost = () => product.demo.console_url.replace("127.0.0.1", "localhost");

async function enterPassword(page: Page, origin: string, role: "admin" | "staff"): Promise<void> {
  const { email, password } = userOf(product.demo, role);
  await page.goto(`${origin}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}

async function openOwnAccount(page: Page): Promise<void> {
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  await expect(page.getByRole("heading", { name: "Second factor" })).toBeVisible();
}

/** Confirms with the password, and a code if one is needed, who the person is. */
async function confirmIdentity(page: Page, role: "admin" | "staff", code?: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
  await dialog.getByLabel("Password", { exact: true }).fill(userOf(product.demo, role).password);
  if (code !== undefined) await dialog.getByRole("textbox", { name: "Code" }).fill(code);
  await dialog.getByRole("button", { name: "Continue" }).click();
}

/** Adds a simulated security key to the browser. It confirms every request without a touch. */
async function addVirtualAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "usb",
      hasResidentKey: false,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

let secret: string;
let recoveryCodes: string[];

test("an admin adds an authenticator app, and from then on signs in with its code after the password", {
  tag: "@long",
}, async ({ page }) => {
  const { console_url: origin } = product.demo;
  await enterPassword(page, origin, "admin");
  await openOwnAccount(page);
  await page.getByRole("button", { name: "Add a second factor" }).click();
  await confirmIdentity(page, "admin");
  const dialog = page.getByRole("dialog", { name: "Add a second factor" });
  await expect(dialog.getByRole("button", { name: "Passkey" })).toBeDisabled();
  await expect(dialog.getByText(/Passkeys work at http:\/\/localhost:\d+ alone/)).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Authenticator app" }).click();
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  secret = (await dialog.locator("code").textContent()) ?? "";
  await dialog.getByRole("textbox", { name: "Code" }).fill("000000");
  await dialog.getByRole("button", { name: "Add the app" }).click();
  await expect(dialog.getByText("is not what the app shows now")).toBeVisible();
  const firstCode = codeOf(secret, -1);
  await dialog.getByRole("textbox", { name: "Code" }).fill(firstCode);
  await dialog.getByRole("button", { name: "Add the app" }).click();
  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  recoveryCodes = await codes.allTextContents();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await dialog.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByRole("list", { name: "Second factors" })).toContainText("Authenticator app");
  expect(await findingsInBothThemes(page)).toEqual([]);

  // A page that learns of the end of its session goes to the sign-in by itself, which interrupts another navigation.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await enterPassword(page, origin, "admin");
  await expect(page).toHaveTitle(/Second factor/);
  const code = page.getByRole("textbox", { name: "Code" });
  await code.fill(firstCode);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("is wrong, or was used before")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.goto(`${origin}/`);
  await expect(page).toHaveURL(/\/sign-in/);
  await page.goto(`${origin}/sign-in/second-step`);
  await code.fill(codeOf(secret));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
});

test("a lost app is replaced by a recovery code, and its entry says so", { tag: "@long" }, async ({ page }) => {
  await enterPassword(page, product.demo.console_url, "admin");
  await page.getByRole("textbox", { name: "Code" }).fill(recoveryCodes[0] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await openOwnAccount(page);
  await expect(page.getByText("9 recovery codes left.")).toBeVisible();
  await page.goto(`${page.url().replace(/account$/, "audit")}`);
  await expect(page.getByText("Second factor: recovery code").first()).toBeVisible();
});

test("a required second factor is set up right after the password, before anything else opens", {
  tag: "@long",
}, async ({ page, browser }) => {
  await enterPassword(page, atLocalhost(), "admin");
  await page.getByRole("textbox", { name: "Code" }).fill(recoveryCodes[1] ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "People" }).click();
  await page.getByText("Require a second factor").click();
  await expect(page.getByRole("switch", { name: "Require a second factor" })).toBeChecked();
  expect(await findingsInBothThemes(page)).toEqual([]);

  const context = await browser.newContext();
  const theirs = await context.newPage();
  await addVirtualAuthenticator(theirs);
  await enterPassword(theirs, atLocalhost(), "staff");
  await expect(theirs.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
  expect(await findingsInBothThemes(theirs)).toEqual([]);
  expect((await theirs.request.get(`${atLocalhost()}/v1/me`)).status()).toBe(401);
  await theirs.getByRole("button", { name: "Passkey" }).click();
  await expect(theirs.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await theirs.getByRole("button", { name: "I have stored them" }).click();
  await expect(theirs.getByRole("navigation", { name: "Console" })).toBeVisible();

  await theirs.goto("about:blank");
  await context.clearCookies();
  await enterPassword(theirs, atLocalhost(), "staff");
  await theirs.getByRole("button", { name: "Use a passkey" }).click();
  await expect(theirs.getByRole("navigation", { name: "Console" })).toBeVisible();
  await openOwnAccount(theirs);
  // A passkey that is not this device's own has the name of what it may be.
  await theirs.getByRole("button", { name: "Rename Security key or phone" }).click();
  await theirs.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Laptop at the desk");
  await theirs.getByRole("dialog").getByRole("button", { name: "Rename second factor" }).click();
  expect(await findingsInBothThemes(theirs)).toEqual([]);
  await theirs.getByRole("button", { name: "Remove Laptop at the desk" }).click();
  await confirmIdentity(theirs, "staff");
  await theirs.getByRole("dialog").getByRole("button", { name: "Remove Laptop at the desk" }).click();
  await expect(theirs.getByText("Your organization requires a second factor")).toBeVisible();

  const { email } = userOf(product.demo, "staff");
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: email });
  await row.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Remove second factor" }).click();
  await page.getByRole("button", { name: "Remove it" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await theirs.reload();
  await expect(theirs).toHaveURL(/\/sign-in/);
  await enterPassword(theirs, product.demo.console_url, "staff");
  await expect(theirs.getByRole("heading", { name: "Set up a second factor" })).toBeVisible();
  await expect(theirs.getByRole("button", { name: "Passkey" })).toBeDisabled();
  await context.close();
});
