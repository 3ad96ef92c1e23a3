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
