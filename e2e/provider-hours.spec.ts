import type { Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import type { ProviderModel } from "#lib/resources/providers/model";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { aProvider, ownProvider, readProviders } from "./support/providers.ts";
import { expect, test } from "./support/test.ts";

/** Opens a provider's page. */
async function open(page: Page, demo: DemoFile, { id }: ProviderModel): Promise<void> {
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter("admin")}/providers/${id}`);
  await expect(page.getByRole("button", { name: "Add a shift on Monday" })).toBeEnabled();
}

const standing = async (demo: DemoFile, id: string) => {
  return (await readProviders(demo))
    .find((provider) => provider.id === id)
    ?.hours.map(({ day, start_time, end_time }) => [day, start_time, end_time]);
};

test("hours can be created, moved, checked for overlaps and saved with the keyboard alone", async ({ page, demo }) => {
  const provider = await ownProvider(demo);
  const { id } = provider;
  await open(page, demo, provider);
  const week = page.getByRole("region", { name: "Week" });
  await week.getByRole("button", { name: "Add a shift on Tuesday" }).press("Enter");
  await week.getByRole("button", { name: "Add a shift on Monday" }).press("Enter");
  const shift = week.getByRole("button", { name: /^Monday 9:00 AM to 1:00 PM/ });
  await shift.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await expect(week.getByRole("button", { name: /^Tuesday 9:15 AM to 1:15 PM/ })).toBeFocused();
  await expect(page.getByText("Shifts overlap")).toBeVisible();
  await page.getByRole("button", { name: "Save hours" }).press("Enter");
  expect(await standing(demo, id)).toEqual([]);

  const moving = week.getByRole("button", { name: /^Tuesday 9:15 AM/ });
  await moving.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(week.getByRole("button", { name: /^Wednesday 9:15 AM to 1:30 PM/ })).toBeFocused();
  await expect(page.getByText("Shifts overlap")).toHaveCount(0);
  await page.keyboard.press("Enter");
  const fields = page.getByRole("listitem", { name: /^Wednesday 9:15 AM/ });
  await expect(fields.getByRole("button", { name: /Day/ })).toBeFocused();
  await fields.getByRole("spinbutton", { name: /^hour, From/ }).focus();
  await page.keyboard.press("8");
  await page.getByRole("button", { name: "Save hours" }).press("Enter");
  await expect(page.getByText("Hours saved.")).toBeVisible();
  expect(await standing(demo, id)).toEqual([
    ["Tuesday", "T09:00:00", "T13:00:00"],
    ["Wednesday", "T08:15:00", "T13:30:00"],
  ]);
  await week.getByRole("button", { name: /^Tuesday 9:00 AM/ }).press("Delete");
  await expect(week.getByRole("button", { name: /^Tuesday 9:00 AM/ })).toHaveCount(0);
  await page.reload();
  await expect(week.getByRole("button", { name: /^Wednesday 8:15 AM/ })).toBeVisible();
  await expect(week.getByRole("button", { name: /^Tuesday 9:00 AM/ })).toHaveCount(0);
  await page.getByRole("button", { name: "Discard changes" }).click();
  await expect(week.getByRole("button", { name: /^Tuesday 9:00 AM/ })).toBeVisible();
});

test("hours that the server refuses are reverted, and can be restored", async ({ page, demo }) => {
  await open(page, demo, await aProvider(demo));
  await page.route("**/v1/providers/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 500, json: { success: false, message: "Internal server error" } })
      : route.fallback(),
  );
  const week = page.getByRole("region", { name: "Week" });
  const shift = week.getByRole("button", { name: /^Friday 9:00 AM/ });
  await week.getByRole("button", { name: "Add a shift on Friday" }).press("Enter");
  await page.getByRole("button", { name: "Save hours" }).click();
  await expect(page.getByText("The hours were not changed: Internal server error")).toBeVisible();
  await expect(shift).toHaveCount(0);
  await page.getByRole("button", { name: "Bring my changes back" }).click();
  await expect(shift).toBeVisible();
});

/** Saves hours as another caller does. */
async function saveElsewhere(demo: DemoFile, id: string, day: string): Promise<void> {
  const { locations } = await readApi<{ locations: { emr_id: string }[] }>(demo, "/locations");
  const shift = { day, start_time: "T07:00:00", end_time: "T11:00:00", facility_id: locations[0]?.emr_id };
  const answer = await fetch(`${demo.base_url}/providers/${id}`, {
    method: "PATCH",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify({ hours: [shift] }),
  });
  expect(answer.status).toBe(200);
}

test("hours that another saves meanwhile are shown beside one's own, and either can be kept", async ({
  page,
  demo,
}) => {
  const provider = await ownProvider(demo);
  const { id } = provider;
  await open(page, demo, provider);
  // What the page has read stays as it was, so that the server alone can know of the other edit.
  let holdReads = true;
  await page.route("**/v1/providers?*", (route) => (holdReads ? undefined : route.fallback()));
  const week = page.getByRole("region", { name: "Week" });
  await week.getByRole("button", { name: "Add a shift on Monday" }).press("Enter");
  await saveElsewhere(demo, id, "Friday");
  const sent = page.waitForRequest((request) => {
    // What is read behind the change is answered: the page waits for it.
    if (request.method() === "PATCH") holdReads = false;
    return request.method() === "PATCH";
  });
  await page.getByRole("button", { name: "Save hours" }).click();
  expect((await sent).headers()["if-match"]).toBe(provider.etag);
  const conflict = page.getByRole("alert").filter({ hasText: "saved other hours meanwhile" });
  await expect(conflict.getByRole("row", { name: /^Monday No hours 9:00 AM to 1:00 PM/ })).toBeVisible();
  await expect(conflict.getByRole("row", { name: /^Friday 7:00 AM to 11:00 AM .* No hours$/ })).toBeVisible();
  expect(await standing(demo, id)).toEqual([["Friday", "T07:00:00", "T11:00:00"]]);

  await conflict.getByRole("button", { name: "Keep mine" }).click();
  await expect(page.getByText("Hours saved.")).toBeVisible();
  await expect(conflict).toHaveCount(0);
  expect(await standing(demo, id)).toEqual([["Monday", "T09:00:00", "T13:00:00"]]);

  await week.getByRole("button", { name: "Add a shift on Tuesday" }).press("Enter");
  await saveElsewhere(demo, id, "Thursday");
  await conflict.getByRole("button", { name: "Take theirs" }).click();
  await expect(week.getByRole("button", { name: /^Thursday 7:00 AM to 11:00 AM/ })).toBeVisible();
  await expect(week.getByRole("button", { name: /^Tuesday/ })).toHaveCount(0);
  expect(await standing(demo, id)).toEqual([["Thursday", "T07:00:00", "T11:00:00"]]);
});

test("a shift can be dragged with the mouse, and the patients' open slots are shown beside it", async ({
  page,
  demo,
}) => {
  await open(page, demo, await aProvider(demo));
  const week = page.getByRole("region", { name: "Week" });
  await week.getByRole("button", { name: "Add a shift on Monday" }).press("Enter");
  const shift = week.getByRole("button", { name: /^Monday 9:00 AM/ });
  const box = await shift.boundingBox();
  if (!box) throw new Error("The shift is drawn");
  await page.mouse.move(box.x + box.width / 2, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 1.5, box.y + 70, { steps: 5 });
  await page.mouse.up();
  await expect(week.getByRole("button", { name: /^Tuesday 10:00 AM to 2:00 PM/ })).toBeVisible();
  await expect(
    page
      .getByRole("region", { name: "Open slots for patients" })
      .getByText(/\d [AP]M/)
      .first(),
  ).toBeVisible();
});

test("another user's switch takes effect within seconds", { tag: "@long" }, async ({ page, demo, browser }) => {
  const provider = await ownProvider(demo);
  await open(page, demo, provider);
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${await new ConsolePage(other, demo).enter("staff")}/providers`);
  const seen = other.getByRole("switch", { name: new RegExp(` ${provider.last_name} is shown`) });
  await expect(seen).toBeChecked();
  await page.getByText("Availability: Open slots are offered").locator("xpath=..").locator("label").click();
  await expect(seen).not.toBeChecked();
  await page.getByText("Availability: Hidden from patients").locator("xpath=..").locator("label").click();
  await expect(seen).toBeChecked();
  await context.close();
});

test("axe finds no violation on a provider's page in either theme", { tag: "@long" }, async ({ page, demo }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, demo, await aProvider(demo));
  const add = page.getByRole("button", { name: "Add a shift on Monday" });
  await add.press("Enter");
  await add.press("Enter");
  await page.getByRole("button", { name: /^Monday 1:00 PM/ }).press("ArrowUp");
  await expect(page.getByText("Shifts overlap")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
});
