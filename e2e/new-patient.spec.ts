import { ConsolePage } from "./support/console.ts";
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
