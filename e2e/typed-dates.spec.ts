import type { Locator } from "@playwright/test";
import { TYPED_DATES, TYPED_ON } from "#lib/testing/typed-dates";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

const inWords = (day: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" }).format(Date.parse(day));

const shortly = (day: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" }).format(Date.parse(day));

/** Returns what is said beside a date field. */
const noteOf = async (field: Locator): Promise<Locator> =>
  field.page().locator(`[id="${await field.getAttribute("aria-describedby")}"]`);

test.describe("on the day of the cases", () => {
  test.use({ ownContext: true });

  test("what is typed or pasted into a date field is read back in words, and what is no date is kept", {
    tag: "@long",
  }, async ({ page, demo }) => {
    await page.clock.setFixedTime(new Date(`${TYPED_ON}T15:00:00Z`));
    const console = new ConsolePage(page, demo);
    await console.signIn();
    const form = await console.openForm("Task");
    const field = form.getByLabel("Due date");
    await field.focus();
    const note = await noteOf(field);
    await expect(note).toContainText("Two-digit years are 1947 to 2046");
    for (const { text, days, says } of TYPED_DATES.filter(({ range }) => range === "deadline")) {
      await field.fill(text);
      const [day] = days;
      if (days.length === 1 && day) await expect(note, text).toContainText(inWords(day));
      else if (days.length === 0) await expect(note, text).toContainText(says);
      for (const choice of days.length > 1 ? days : []) {
        await expect(form.getByRole("button", { name: shortly(choice) })).toBeVisible();
      }
    }
  });
});

test("a task is due on the day that was read back, and a date that cannot be is not sent", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Task");
  await console.pickPatient("MRN-1001", "Task");
  const description = `Typed ${crypto.randomUUID().slice(0, 8)}`;
  await form.getByLabel("Description").fill(description);
  const field = form.getByLabel("Due date");
  await field.fill("0026-12-03");
  await form.getByRole("button", { name: "Add task" }).click();
  await expect(await noteOf(field)).toContainText(/^Not the year 26: enter a year from \d+ to \d+ for a task$/);
  await expect(field).toHaveValue("0026-12-03");
  await expect(field).toBeFocused();
  await field.fill("1152027");
  await form.getByRole("button", { name: "Jan 15, 2027" }).click();
  await expect(field).toHaveValue("1/15/2027");
  await expect(await noteOf(field)).toHaveText("Friday, January 15, 2027");
  await form.getByRole("button", { name: "Add task" }).click();
  await expect(console.step).toContainText("Completed");
  const { tasks } = await readApi<{ tasks: { description: string; due_date: string }[] }>(demo, "/tasks?limit=50");
  expect(tasks.find((task) => task.description === description)?.due_date).toBe("2027-01-15");
});

test("a filter's date is taken when it is whole or left, and is kept with the reason if it is none", async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Recalls");
  const field = page.getByRole("textbox", { name: "Due before" });
  await field.click();
  await page.keyboard.type("1/15/27");
  await expect(page.getByText(/^Friday, January 15, 2027/).first()).toBeVisible();
  await expect(page).not.toHaveURL(/due_before/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/due_before=2027-01-15/);
  await expect(field).toHaveValue("1/15/2027");
  await field.fill("2/30/2027");
  await expect(field).toHaveAttribute("aria-invalid", "false");
  await page.keyboard.press("Enter");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await page.keyboard.press("Tab");
  await expect(await noteOf(field)).toHaveText("February has 28 or 29 days");
  await expect(field).toHaveValue("2/30/2027");
  await expect(page).toHaveURL(/due_before=2027-01-15/);
  await field.fill("Nov 5, 2027");
  await expect(page).toHaveURL(/due_before=2027-11-05/);
  await field.fill("");
  await page.keyboard.press("Tab");
  await expect(page).not.toHaveURL(/due_before/);
});

test("every search by a patient says why its text is no birth date, as a date field does", async ({ page, demo }) => {
  const reason = "As a birth date: February has 28 or 29 days.";
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Patients");
  for (const [section, name] of [
    ["Patients", "Search patients"],
    ["Appointments", "Patient"],
    ["Activity", "Search jobs"],
  ] as const) {
    await console.goTo(section);
    await page.getByRole("searchbox", { name }).fill("Zq 2/30/1984");
    await expect(page.getByRole("status").filter({ hasText: reason }), section).toBeVisible();
    await page.getByRole("searchbox", { name }).fill("Zq 2/3/1984");
    await expect(page.getByText("Nothing matches").first()).toBeVisible();
    await expect(page.getByText(/birth date:/), section).toHaveCount(0);
  }
  await page.keyboard.press("Control+k");
  await page.keyboard.type("1984-02-31");
  await expect(page.getByText(`Nothing found. ${reason}`).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Nothing matches, so nothing is chosen. ${reason}`).first()).toBeVisible();
  await page.keyboard.press("Escape");
  const form = await console.openForm("Payment");
  const picker = form.getByRole("combobox", { name: "Patient" });
  await picker.fill("Feb 30 1984");
  await expect(page.getByText(`No patient matches. ${reason}`).first()).toBeVisible();
  await picker.press("Enter");
  await expect(form.getByText(`Nothing matches, so nothing is chosen. ${reason}`).first()).toBeVisible();
  await expect(picker).toHaveValue("Feb 30 1984");
});
