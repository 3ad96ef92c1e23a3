import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Found {
  patients: { mrn: string; first_name: string; last_name: string }[];
}

test("a scanner's text and Enter choose the patient, and send no form", async ({ page, demo }) => {
  const { patients } = await readApi<Found>(demo, "/patients?limit=1");
  const [one] = patients;
  if (!one) throw new Error("The demo has no patients");
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Payment");
  const field = form.getByRole("combobox", { name: "Patient" });
  await field.focus();
  await page.keyboard.type(one.mrn);
  await page.keyboard.press("Enter");
  await expect(form.getByText(new RegExp(`^${one.mrn} · born`))).toBeVisible();
  await expect(field).toHaveValue(new RegExp(one.last_name));
  await expect(form).toBeVisible();
});
