import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { newReference } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

interface Visit {
  patient_mrn: string;
  patient_name: string;
  provider_name: string;
  insurance: string;
}

const AMOUNT = 12.5;
const today = () => new Date().toLocaleDateString("en-CA", { timeZone: "America/New_York" });

test("from an open visit a payment takes four clicks, with its patient and place filled in", async ({ page, demo }) => {
  const { appointments } = await readApi<{ appointments: Visit[] }>(
    demo,
    `/appointments?start_date=${today()}&end_date=${today()}`,
  );
  // A usual payment of a patient who owes more is not asked about.
  const owing = async ({ insurance, patient_mrn }: Visit) => {
    if (insurance === "") return 0;
    const { claims } = await readApi<{ claims: { balance: number }[] }>(demo, `/claims?patient_mrn=${patient_mrn}`);
    return Math.max(0, ...claims.map(({ balance }) => balance));
  };
  const owed = await Promise.all(appointments.map(owing));
  const visit = appointments[owed.findIndex((balance) => balance >= AMOUNT)];
  if (!visit) throw new Error("The demo has visits today of patients who owe");
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await page.getByRole("searchbox", { name: "Find and check in" }).fill(visit.patient_mrn);
  await page.getByRole("region", { name: "Today's appointments" }).locator("[data-opens]").first().click();
  const panel = page.getByRole("dialog");
  await expect(panel.getByRole("link", { name: visit.patient_name })).toBeVisible({ timeout: 30_000 });
  await expect(panel).toContainText(visit.insurance);
  await expect(panel.getByText(/^\$[\d,.]+ open on claims, last sync /)).toBeVisible({ timeout: 30_000 });
  for (const name of ["Add visit note", "Add task", "Send message", "Move appointment", "Cancel appointment"])
    await expect(panel.getByRole("button", { name })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);

  const effort = await Effort.from(page);
  await panel.getByRole("button", { name: "Post payment" }).click();
  await expect(
    page.getByRole("form", { name: "Payment" }).getByText(new RegExp(`^${visit.patient_mrn} · born`)),
  ).toBeVisible({
    timeout: 30_000,
  });
  await page.getByLabel("Amount").fill(String(AMOUNT));
  await console.choose("Payment method", "Credit Card");
  await page.getByLabel("Reference number").fill(newReference("PANEL"));
  await console.send();
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(4);
  await expect(console.step).toContainText(/Accepted|Running|Completed/, { timeout: 30_000 });
});

test("a note that is begun at a visit is a note of that visit", async ({ page, demo }) => {
  const { appointments } = await readApi<{ appointments: Visit[] }>(
    demo,
    `/appointments?start_date=${today()}&end_date=${today()}`,
  );
  const visit = appointments.at(-1);
  if (!visit) throw new Error("The demo has visits today");
  await new ConsolePage(page, demo).signIn();
  await page.getByRole("searchbox", { name: "Find and check in" }).fill(visit.patient_mrn);
  await page.getByRole("region", { name: "Today's appointments" }).locator("[data-opens]").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "Add visit note" }).click();
  const form = page.getByRole("form", { name: "Visit note" });
  await expect(form).toContainText(`${visit.patient_mrn} · born`, { timeout: 30_000 });
  await expect(form).toContainText(visit.provider_name);
});
