import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

test("a switch takes effect at once, states its effect, names its user, and persists", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Providers");
  const row = page.getByRole("row").filter({ hasText: "Syncs the schedule" }).first();
  const name = (await row.getByRole("switch").first().getAttribute("aria-label")) ?? "";
  const shown = page.getByRole("switch", { name: name.replace("is active", "is shown in availability") });
  const own = page.getByRole("row").filter({ has: shown });
  await expect(shown).toBeChecked();
  const answered = page.waitForResponse((response) => response.request().method() === "PATCH");
  await own.getByText("Open slots are offered").locator("xpath=..").locator("label").click();
  await expect(shown).not.toBeChecked();
  await expect(own.getByText("Hidden from patients")).toBeVisible();
  expect((await answered).status()).toBe(200);
  await page.reload();
  await expect(shown).not.toBeChecked();
  await expect(own).toContainText(/just now|min ago/);
  await own.getByText("Hidden from patients").locator("xpath=..").locator("label").click();
  await expect(own.getByText("Open slots are offered")).toBeVisible();
});

test("a switch that the server refuses is reverted with the reason", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Providers");
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
