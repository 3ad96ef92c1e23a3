import type { Locator, Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { fits, HABITS, HANDS, type Habit, isReachable } from "./support/habits.ts";
import { expect, test } from "./support/test.ts";

interface Patient {
  mrn: string;
  first_name: string;
  last_name: string;
}

type Task = (page: Page, demo: DemoFile, habit: Habit) => Promise<void>;

async function firstPatient(demo: DemoFile): Promise<Patient> {
  const { patients } = await readApi<{ patients: Patient[] }>(demo, "/patients?limit=1");
  if (!patients[0]) throw new Error("The demo has no patients");
  return patients[0];
}

async function open(page: Page, demo: DemoFile, place: string): Promise<void> {
  await page.goto(`${await new ConsolePage(page, demo).enter()}/${place}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
}

/** What people do with a patient's number in their hands, each with every habit. */
const TASKS: Record<string, Task> = {
  "chooses the patient of a payment": async (page, demo, habit) => {
    const { mrn, first_name, last_name } = await firstPatient(demo);
    await open(page, demo, "today?new=payments:create");
    const form = page.getByRole("form", { name: "Payment" });
    const field = form.getByRole("combobox", { name: "Patient" });
    await expect(field).toBeFocused();
    await habit.holds(page);
    await habit.enter(page, field, mrn);
    await expect(field).toHaveValue(`${first_name} ${last_name}`);
    await expect(form.getByText(new RegExp(`^${mrn} · born`))).toBeVisible();
    await habit.holds(page);
  },
  "is told that several patients match": async (page, demo, habit) => {
    await open(page, demo, "today?new=tasks:create");
    const form = page.getByRole("form", { name: "Task" });
    const field = form.getByRole("combobox", { name: "Patient" });
    await expect(form).toBeVisible();
    await habit.enter(page, field, "MRN-100");
    await expect(form.getByText(/^Several match/).first()).toBeVisible();
    await expect(field).toHaveAccessibleDescription(/Several match/);
    await expect(page.getByRole("status").filter({ hasText: "Several match" })).toBeAttached();
    await expect(field).toHaveValue(/100$/);
    await habit.holds(page);
    expect(await findingsInBothThemes(page)).toEqual([]);
  },
  "sees a patient's claims": async (page, demo, habit) => {
    const { mrn, first_name, last_name } = await firstPatient(demo);
    await open(page, demo, "claims");
    const field = page.getByRole("combobox", { name: "Patient" });
    await habit.enter(page, field, mrn);
    await expect(page).toHaveURL(new RegExp(`patient_mrn=${mrn}`));
    await expect(field).toHaveValue(`${first_name} ${last_name}`);
    await habit.holds(page);
  },
  "finds a patient from anywhere": async (page, demo, habit) => {
    const { mrn, last_name } = await firstPatient(demo);
    await open(page, demo, "providers");
    await habit.press(page, page.getByRole("button", { name: /^Search/ }).first());
    const field = page.getByRole("searchbox", { name: /^Search patients, pages/ });
    await expect(field).toBeFocused();
    await habit.holds(page);
    await habit.enter(page, field, mrn);
    const title = page.getByRole("heading", { level: 1 });
    // A scanner that ends by Tab starts something for the patient.
    await expect(
      title
        .filter({ hasText: last_name })
        .or(page.getByText(/^New for /))
        .first(),
    ).toBeVisible();
    await habit.holds(page);
  },
};

for (const habit of HABITS) {
  test.describe(habit.name, { tag: "@long" }, () => {
    test.use({ viewport: habit.viewport });
    for (const [task, run] of Object.entries(TASKS)) {
      test(task, async ({ page, demo }) => run(page, demo, habit));
    }
  });
}

for (const hand of HANDS) {
  test.describe(`with ${hand.name}`, { tag: "@long" }, () => {
    test.use({ viewport: hand.viewport });
    test("an amount and a day are what is read back, to a screen reader too", async ({ page, demo }) => {
      const write = async (field: Locator, text: string, words: string) => {
        await expect(field).toBeVisible();
        await hand.reach(page, field);
        await page.keyboard.type(text);
        if (!hand.meant) await expect(field).toHaveAccessibleDescription(new RegExp(words));
        return page.getByRole("status").filter({ hasText: words });
      };
      await open(page, demo, "today?new=payments:create");
      const amount = page.getByLabel("Amount");
      await expect(page.getByRole("combobox", { name: "Patient" })).toBeFocused();
      const saidAmount = await write(amount, hand.amount, "one thousand two hundred fifty dollars");
      await page.keyboard.press("Tab");
      if (hand.meant) await page.getByRole("button", { name: hand.meant, exact: true }).click();
      await expect(amount).toHaveValue("1,250.00");
      await expect(saidAmount).toBeAttached();
      await fits(page);
      await isReachable(page);
      await page.getByRole("combobox", { name: "Patient" }).fill("MRN-1000");
      await expect(page.getByRole("option").nth(1)).toBeVisible();
      await isReachable(page);

      await open(page, demo, "today?new=tasks:create");
      const day = page.getByLabel("Due date");
      await expect(page.getByRole("combobox", { name: "Patient" })).toBeFocused();
      const saidDay = await write(day, hand.day, "Friday, January 15, 2027");
      await expect(saidDay).toBeAttached();
      await page.keyboard.press("Tab");
      await expect(day).toHaveValue("1/15/2027");
      await expect(day).toHaveAccessibleDescription(/Friday, January 15, 2027/);
      await fits(page);
      await isReachable(page);
    });
  });
}
