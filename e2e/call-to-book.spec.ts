import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test("where nothing can be booked a slot leads to a task with the wish, or to a note on Today", {
  tag: "@long",
}, async ({ page, demo }) => {
  // The test waits for the first sync of a new account.
  test.slow();
  const console = new ConsolePage(page, demo);
  await console.enter("staff");
  const linked = await ownAccount(demo);
  const allow = (writes: string[]) =>
    asOwner("UPDATE linked_account SET writes = $2::text[] WHERE id = $1::uuid", [linked.id, writes]);
  const slots = `/a/${linked.id}/appointments?start_date=${dayIn(1)}&end_date=${dayIn(6)}&category=schedule_slot`;
  const openSlot = async () => {
    await page.goto(slots);
    await page.getByRole("table", { name: "Appointments" }).getByRole("row").nth(1).getByRole("button").first().click();
  };

  await allow(["tasks:create"]);
  await openSlot();
  const effort = await Effort.from(page);
  const slot = page.getByRole("dialog");
  await expect(slot.getByRole("button", { name: "Book appointment" })).toBeHidden();
  await slot.getByRole("button", { name: "Call to book" }).click();
  const task = page.getByRole("form", { name: "Task" });
  await expect(task.getByLabel("Description")).toHaveValue(/^Call to book: .+ with .+\. Enter the visit in the EMR/);
  await expect(task.getByLabel("Subject")).toHaveValue("Call to book");
  expect(await findingsInBothThemes(page)).toEqual([]);
  const [own] = ((await linked.client("GET", "/patients?limit=1")) as { patients: { mrn: string }[] }).patients;
  await page.keyboard.type(own?.mrn ?? "");
  await page.keyboard.press("Enter");
  await expect(task.getByText(`${own?.mrn} · born`)).toBeVisible();
  await console.send();
  await expect(console.step).toContainText("Completed");
  expect((await effort.spent()).clicks).toBe(2);

  await allow(["messages:send"]);
  await openSlot();
  await slot.getByRole("button", { name: "Call to book" }).click();
  const slip = page.getByRole("dialog", { name: "Call to book" });
  await expect(slip).toContainText("neither bookings nor tasks");
  await expect(slip.getByLabel("Wish")).toHaveValue(/^Call to book: /);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await slip.getByLabel("Wish").fill("Call Ada Lovelace to book the slot");
  await slip.getByRole("button", { name: "Leave it on Today" }).click();
  await expect(slip).toBeHidden({ timeout: 30_000 });
  await page.goto(`/a/${linked.id}/today`);
  const notes = page.getByRole("list", { name: "Notes from the last shift" });
  await expect(notes.getByText("Call Ada Lovelace to book the slot")).toBeVisible({ timeout: 30_000 });
});
