import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Patient {
  mrn: string;
  phone: string;
  email: string;
  address: { street: string; city: string };
}

test("contact data is changed on the patient's page, and only what differs is sent", async ({ page, demo }) => {
  const { patients } = await readApi<{ patients: Patient[] }>(demo, "/patients?limit=40");
  const patient = patients.findLast(({ phone, address }) => phone !== "" && address.city !== "");
  if (!patient) throw new Error("The demo has no patient with an address");
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/patients/${patient.mrn}`);
  const facts = page.getByRole("region", { name: "Patient", exact: true });
  await expect(facts).toContainText(patient.phone);
  await facts.getByRole("button", { name: "Change contact data" }).click();
  const form = page.getByRole("form", { name: "Contact data" });
  await expect(form.getByRole("textbox", { name: /^Phone/ })).toHaveValue(patient.phone);
  await expect(form.getByLabel("City")).toHaveValue(patient.address.city);

  await console.send();
  await expect(form.getByText("Nothing is changed yet")).toBeVisible();

  await form.getByRole("textbox", { name: /^Phone/ }).fill("740-555-0188");
  await form.getByLabel("Street").fill("9 River Street");
  await console.send();
  await expect(console.step).toContainText("Completed");
  await expect(facts).toContainText("740-555-0188");
  await expect(facts).toContainText(`9 River Street, ${patient.address.city}`);
  const { jobs } = await readApi<{ jobs: { request: Record<string, unknown> }[] }>(
    demo,
    `/jobs?type=patients:update&patient_mrn=${patient.mrn}&limit=1`,
  );
  expect(Object.keys(jobs[0]?.request ?? {}).sort()).toEqual(["address", "phone"]);

  await test.step("from the menu of the page, too, filled with what the EMR has now", async () => {
    await page.getByRole("button", { name: "New for this patient" }).click();
    await console.chooseOperation("Contact data");
    await expect(form.getByRole("textbox", { name: /^Phone/ })).toHaveValue("740-555-0188");
  });
});
