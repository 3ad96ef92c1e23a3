import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

test("a search that found nobody fills the form of a new patient, who is found afterwards", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.goTo("Patients");
  const search = page.getByRole("searchbox", { name: "Search patients" });
  await search.fill("Quillon Zabrinsky 3/4/1987 (740) 555 0199");
  await expect(page.getByText("Nothing matches")).toBeVisible();
  await page.getByRole("button", { name: "New patient" }).click();
  const form = page.getByRole("form", { name: "Patient" });
  await expect(form.getByLabel("First name")).toHaveValue("Quillon");
  await expect(form.getByLabel("Last name")).toHaveValue("Zabrinsky");
  await expect(form.getByRole("textbox", { name: /^Phone/ })).toHaveValue("(740) 555 0199");
  await console.choose("Gender", "Female");
  await console.send();
  await expect(console.step).toContainText("Completed");
  await search.fill("Zabrinsky");
  await expect(page.getByRole("link", { name: "Quillon Zabrinsky" }).first()).toBeVisible();

  await test.step("a near name of the same birth date is shown first, and a person decides", async () => {
    await search.fill("Quilon Zabrinski 1987-03-04");
    await expect(page.getByText("Similar name").first()).toBeVisible();
    await page.getByRole("button", { name: "New patient" }).click();
    await expect(form.getByLabel("First name")).toHaveValue("Quilon");
    await form.getByLabel("Email").fill("quilon@example.com");
    await form.getByRole("textbox", { name: /^Phone/ }).fill("740-555-0188");
    await console.choose("Gender", "Male");
    await console.send();
    const near = page.getByRole("region", { name: "Patients who may be the same" });
    await expect(near.getByRole("link", { name: "Quillon Zabrinsky" })).toBeVisible();
    await expect(near.getByText("phone ends in 0199")).toBeVisible();
    await near.getByRole("button", { name: /Another person/ }).click();
    await expect(console.step).toContainText("Completed");
  });
});

test("what was typed for one new patient is neither mixed with the next one nor lost without a word", async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.goTo("Patients");
  const search = page.getByRole("searchbox", { name: "Search patients" });
  const form = page.getByRole("form", { name: "Patient" });
  const button = page.getByRole("main").getByRole("button", { name: "New patient" });
  const left = form.getByText("What you typed before was not sent");
  await search.fill("Wandula Oxfort");
  // At once, before the list has followed.
  await button.click();
  await expect(form.getByLabel("First name")).toHaveValue("Wandula");
  await expect(left).toBeHidden();
  await form.getByLabel("Email").fill("wandula@example.com");
  // While the form is open.
  await search.fill("Bettina Ostrow");
  await button.click();
  await expect(form.getByLabel("First name")).toHaveValue("Bettina");
  await expect(form.getByLabel("Email")).toHaveValue("");
  await expect(left).toBeVisible();
  await form.getByLabel("Email").fill("bettina@example.com");
  await page.reload();
  await expect(form.getByLabel("Email")).toHaveValue("bettina@example.com");
  await form.getByRole("button", { name: "Open it" }).click();
  await expect(form.getByLabel("First name")).toHaveValue("Wandula");
  await expect(form.getByLabel("Email")).toHaveValue("wandula@example.com");
  await expect(form.getByText("As you left it")).toBeVisible();
  await expect(left).toBeVisible();
  await form.getByRole("button", { name: "Start empty" }).click();
  await expect(form.getByLabel("Email")).toHaveValue("");
  // A form that is opened without values is none of these, and says that one was left.
  await form.getByRole("button", { name: "Cancel" }).click();
  await console.openForm("Patient");
  await expect(form.getByLabel("First name")).toHaveValue("");
  await form.getByRole("button", { name: "Open it" }).click();
  await expect(form.getByLabel("First name")).toHaveValue("Bettina");
  await form.getByRole("button", { name: "Start empty" }).click();
  await form.getByRole("button", { name: "Cancel" }).click();
  await console.openForm("Patient");
  await expect(form.getByLabel("First name")).toHaveValue("");
  await expect(left).toBeHidden();
});

test("a new caller is created from the form of a booking, and booked at that time, with at most ten clicks", {
  tag: "@long",
}, async ({ page, demo }) => {
  const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  // Other tests book the slots of the demo's account meanwhile.
  const { id } = await ownAccount(demo);
  const console = new ConsolePage(page, demo);
  await console.enter("staff");
  const week = new URLSearchParams({ start_date: dayIn(1), end_date: dayIn(7), category: "schedule_slot" });
  await page.goto(`${demo.console_url}/a/${id}/appointments?${week}`);
  const slot = page.getByRole("table", { name: "Appointments" }).getByRole("row").nth(1).getByRole("button").first();
  await expect(slot).toBeVisible();
  const effort = await Effort.from(page);
  await slot.click();
  await page.getByRole("dialog").getByRole("button", { name: "Book appointment" }).click();
  const booking = page.getByRole("form", { name: "Appointment" });
  const patient = booking.getByRole("combobox", { name: "Patient" });
  await expect(patient).toBeFocused();
  const at = await booking.getByLabel("Date and time").inputValue();
  await page.keyboard.type("Yolandi Prettyman 3/4/1987 740 555 0177");
  const create = page.getByRole("button", { name: "New patient" });
  await expect(create).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await create.click();
  const form = page.getByRole("form", { name: "Patient" });
  await expect(form.getByLabel("First name")).toHaveValue("Yolandi");
  await expect(form.getByLabel("Last name")).toHaveValue("Prettyman");
  await console.choose("Gender", "Female");
  await console.send();
  await page.getByRole("button", { name: "Book a visit" }).click({ timeout: 20_000 });
  await expect(
    booking.getByText("Yolandi Prettyman").or(booking.locator('input[value="Yolandi Prettyman"]')),
  ).toBeVisible();
  expect(at).not.toBe("");
  await expect(booking.getByLabel("Date and time")).toHaveValue(at);
  await console.send();
  await expect(console.step).toContainText("Completed");
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(10);
  await expect(page.getByRole("link", { name: "Yolandi Prettyman" }).first()).toBeVisible();
});

test("a visit is booked for a patient whom the EMR has not created yet, by name, at both widths", {
  tag: "@long",
}, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await page.route("**/v1/patients", (route) =>
    route.request().method() === "POST"
      ? route.continue({ headers: { ...route.request().headers(), "x-hold-seconds": "30" } })
      : route.continue(),
  );
  await console.goTo("Patients");
  await page.getByRole("searchbox", { name: "Search patients" }).fill("Ottoline Vandermeer 3/4/1988 (740) 555 0166");
  await page.getByRole("main").getByRole("button", { name: "New patient" }).click({ timeout: 20_000 });
  await expect(page.getByRole("form", { name: "Patient" }).getByLabel("First name")).toHaveValue("Ottoline");
  await console.choose("Gender", "Female");
  await console.send();
  const book = page.getByRole("button", { name: "Book a visit" });
  await expect(book).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await book.click({ timeout: 10_000 });
  const booking = page.getByRole("form", { name: "Appointment" });
  const chosen = booking.getByRole("group", { name: "Patient" });
  await expect(chosen).toContainText("Ottoline Vandermeer");
  expect(await findingsInBothThemes(page)).toEqual([]);
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(chosen).toBeVisible();
    await page.screenshot({ path: `${test.info().outputDir}/booking-${width}.png` });
  }
  await page.reload();
  await expect(chosen).toContainText("Ottoline Vandermeer");
  await chosen.getByRole("button", { name: "Another patient" }).click({ timeout: 10_000 });
  await expect(booking.getByRole("combobox", { name: "Patient" })).toBeVisible();
});

test("the search over everything offers a new patient where nobody was found", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await page.keyboard.press("ControlOrMeta+k");
  await page.keyboard.type("Xanthippe Quorndon");
  await expect(page.getByRole("menuitem", { name: "New patient: Xanthippe Quorndon" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const form = page.getByRole("form", { name: "Patient" });
  await expect(form.getByLabel("First name")).toHaveValue("Xanthippe");
  await expect(form.getByLabel("Last name")).toHaveValue("Quorndon");
});
