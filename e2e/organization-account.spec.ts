import type { Page } from "@playwright/test";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

const OWN_ACCOUNT = "Use your organization’s account";

/** Opens the organization's identity provider from the sign-in page, and signs in there. */
async function signInThere(page: Page, email: string): Promise<void> {
  await page.getByRole("button", { name: OWN_ACCOUNT }).click();
  await expect(page).toHaveTitle("Clinic accounts");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("a person signs in with the organization's account, reaches the requested page, and signs out", {
  tag: "@long",
}, async ({ page, demo }) => {
  const person = demo.organizations[0]?.users.find(({ role }) => role === "staff");
  await new ConsolePage(page, demo).signIn("staff");
  const wanted = `${page.url().replace(/today.*$/, "")}activity?status=failed`;
  // A page that learns of the end of its session goes to the sign-in by itself, which interrupts another navigation.
  await page.goto("about:blank");
  await page.context().clearCookies();

  await page.goto(wanted);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await signInThere(page, person?.email.toUpperCase() ?? "");
  await expect(page.getByRole("heading", { name: "Enter your password" })).toBeVisible();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("crc.session");
  await page.getByLabel("Password", { exact: true }).fill("not the right one");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("is not the one that you have there")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(person?.password ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(wanted);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const cookies = (await page.context().cookies()).filter(({ name }) => name.startsWith("crc."));
  const session = cookies.find(({ name }) => name === "crc.session");
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  const device = cookies.find(({ name }) => name === "crc.device");
  expect(device).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/api" });
  // The sign-in library renews this cookie at every request.
  const others = cookies.filter(({ name }) => name !== "crc.sign-in.next");
  expect(new Set(others)).toEqual(new Set([session, device]));

  await page.getByRole("button", { name: /theme and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goto(wanted);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  // The provider knows the person now.
  await page.context().clearCookies();
  await signInThere(page, person?.email.toUpperCase() ?? "");
  await expect(page).toHaveURL(wanted);
});

test("an unavailable provider or an unknown account leads back to the sign-in, where the password still works", async ({
  page,
  demo,
}) => {
  await page.goto("/sign-in");
  const leaving = "**/api/auth/signin/oidc";
  await page.route(leaving, (route) =>
    route.fulfill({ status: 503, json: { success: false, refused: "unreachable" } }),
  );
  await page.getByRole("button", { name: OWN_ACCOUNT }).click();
  await expect(page.getByRole("alert").filter({ hasText: "can’t be reached" })).toContainText("use your password");
  await page.unroute(leaving);

  await signInThere(page, "nobody@elsewhere.example");
  await expect(page.getByRole("alert").filter({ hasText: "That account can’t be used here" })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in\?refused=unknown$/);

  const person = demo.organizations[0]?.users.find(({ role }) => role === "staff");
  await page.getByLabel("Email").fill(person?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(person?.password ?? "");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { name: "Today", exact: true })).toBeVisible();
});
