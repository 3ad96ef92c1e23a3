import { type FakeSmtpServer, startFakeSmtpServer } from "#lib/testing/fake-smtp-server";
import { findingsInBothThemes } from "./support/axe.ts";
import { newDemoDir, type Product, removeDataDir, startProduct } from "./support/product.ts";
import { userOf } from "./support/session.ts";
import { expect, test } from "./support/test.ts";

// Whether mail is configured concerns the whole product, so these tests have one of their own.
test.describe.configure({ mode: "serial" });

let smtp: FakeSmtpServer;
let product: Product;
let dataDir: string;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  smtp = await startFakeSmtpServer();
  dataDir = await newDemoDir();
  const variables = { SMTP_URL: smtp.url, MAIL_FROM: "console@records.example" };
  product = await startProduct({ dataDir, variables });
});

test.afterAll(async () => {
  await product.stop();
  await removeDataDir(dataDir);
  await smtp.stop();
});

const linkIn = (text: string) => /http:\S+\/invitation#\S+/.exec(text)?.[0] ?? "";

test("a forgotten password is replaced through a mailed link", { tag: "@long" }, async ({ page }) => {
  const { email } = userOf(product.demo, "staff");
  await page.goto(`${product.demo.console_url}/sign-in`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgotten password" })).toBeVisible();
  await page.getByLabel("Email").fill("nobody");
  await page.getByRole("button", { name: "Mail me a link" }).click();
  await expect(page.getByText("Enter an email address")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Mail me a link" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Look into your mail" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);

  const [mail] = await smtp.arrived(1);
  expect(mail?.to).toEqual([email]);
  await page.goto(linkIn(mail?.text ?? ""));
  await page.getByLabel("Password", { exact: true }).fill("a new horse battery");
  await page.getByRole("button", { name: "Set the password and sign in" }).click();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
});

test("an invitation is mailed, and a person chooses their alerts", { tag: "@long" }, async ({ page }) => {
  const { email, password } = userOf(product.demo, "admin");
  await page.goto(`${product.demo.console_url}/sign-in`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("link", { name: "People" }).click();
  await page.getByRole("button", { name: "Invite a person" }).click();
  await page.getByLabel("Email").fill("robin@riverside.example");
  await page.getByRole("button", { name: "Create the invitation" }).click();
  const shown = page.getByRole("dialog", { name: "A link for robin@riverside.example" });
  await expect(shown.getByText("It is mailed to robin@riverside.example.")).toBeVisible();
  const [, mail] = await smtp.arrived(2);
  expect(mail?.to).toEqual(["robin@riverside.example"]);
  expect(linkIn(mail?.text ?? "")).toBe(await shown.locator("code").textContent());
  await shown.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Your account" }).click();
  const choice = page.getByRole("checkbox", { name: "Work for an EMR failed" });
  await expect(choice).toBeChecked();
  const saved = page.waitForResponse((answer) => answer.url().endsWith("/v1/me/alerts") && answer.ok());
  await page.getByText("Work for an EMR failed").click();
  await saved;
  await page.reload();
  await expect(choice).not.toBeChecked();
  await expect(page.getByRole("checkbox", { name: "An EMR cannot be read" })).toBeChecked();
  expect(await findingsInBothThemes(page)).toEqual([]);
});
