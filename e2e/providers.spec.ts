import { ConsolePage } from "./support/console.ts";
import { aProvider, ownProvider } from "./support/providers.ts";
import { expect, test } from "./support/test.ts";

test("a switch takes effect at once, states its effect, names its user, and persists", async ({ page, demo }) => {
  const { last_name } = await ownProvider(demo);
  await page.goto(`${await new ConsolePage(page, demo).enter("admin")}/providers?q=${last_name}`);
  const shown = page.getByRole("switch", { name: new RegExp(` ${last_name} is shown in availability$`) });
  const row = page.getByRole("row").filter({ has: shown });
  await expect(shown).toBeChecked();
  const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
  await row.getByText("Open slots are offered").locator("xpath=..").locator("label").click();
  await expect(shown).not.toBeChecked();
  await expect(row.getByText("Hidden from patients")).toBeVisible();
  expect((await answered).status()).toBe(200);
  await page.reload();
  await expect(shown).not.toBeChecked();
  await expect(row).toContainText(/just now|min ago/);
  await row.getByText("Hidden from patients").locator("xpath=..").locator("label").click();
  await expect(row.getByText("Open slots are offered")).toBeVisible();
});

test("a switch that the server refuses is reverted with the reason", async ({ page, demo }) => {
  // Alone in the list, its place depends on no other provider.
  const { last_name } = await aProvider(demo);
  await page.goto(`${await new ConsolePage(page, demo).enter("admin")}/providers?q=${last_name}`);
  await page.route("**/v1/providers/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 500, json: { success: false, message: "Internal server error" } })
      : route.fallback(),
  );
  const row = page.getByRole("row").filter({ hasText: "Syncs the schedule" }).first();
  const active = row.getByRole("switch").first();
  const place = row.locator("label").first();
  const before = await place.boundingBox();
  await place.click();
  await expect(page.getByText("Active was not changed: Internal server error")).toBeVisible();
  await expect(active).toBeChecked();
  expect(await place.boundingBox()).toEqual(before);
});

test("staff see disabled switches with the reason", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Providers");
  await expect(page.getByText("Only an administrator can change providers").first()).toBeVisible();
  await expect(page.getByRole("switch").first()).toBeDisabled();
  const refused = await page.evaluate(async () => {
    const account = location.pathname.split("/")[2] ?? "";
    const headers = { "x-linked-account": account, "content-type": "application/json" };
    const { providers } = await (await fetch("/v1/providers?limit=1", { headers })).json();
    const answer = await fetch(`/v1/providers/${providers[0].id}`, {
      method: "PATCH",
      headers,
      body: JSON.stringify({ status: "inactive" }),
    });
    return answer.status;
  });
  expect(refused).toBe(403);
});
