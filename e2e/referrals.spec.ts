import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Referral {
  id: string;
  ehr_id: string | null;
  reason: string;
  patient_mrn: string;
  document_ids: string[];
}

test("a referral is updated beside its document, and its page shows the new values", async ({
  page,
  demo,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const { referrals } = await readApi<{ referrals: Referral[] }>(demo, "/referrals?limit=50&direction=incoming");
  const referral = referrals.find(({ ehr_id, document_ids }) => ehr_id !== null && document_ids.length > 0);
  if (!referral) throw new Error("The demo has no incoming referral");
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Referrals");
  await console.choose("Direction", "Incoming");
  await expect(page).toHaveURL(/direction=incoming/);
  const patient = page.getByRole("combobox", { name: "Patient" });
  await patient.fill(referral.patient_mrn);
  await page.getByRole("option", { name: referral.patient_mrn }).first().click();
  await expect(page).toHaveURL(new RegExp(`patient_mrn=${referral.patient_mrn}`));
  await page.locator(`a[href$="/referrals/${referral.id}"]`).click();
  await expect(page.getByRole("heading", { name: referral.reason, level: 1 })).toBeVisible();

  // It opens on a document; which came first is up to the demo and to other tests.
  const documents = page.getByRole("region", { name: "Documents" });
  await expect(documents.locator('[aria-current="true"]')).toHaveCount(1, { timeout: 30_000 });
  await expect(page.getByRole("region", { name: /^Page 1 of/ })).toBeAttached({ timeout: 30_000 });
  expect(await page.evaluate(() => [window.scrollY, document.activeElement?.tagName])).toEqual([0, "BODY"]);
  await documents
    .getByRole("button", { name: /^Referral letter/ })
    .first()
    .click();
  const letter = page.getByRole("region", { name: /^Page 1 of/ });
  await expect(letter).toContainText("Referral letter", { timeout: 30_000 });
  await page.getByRole("button", { name: "Update referral" }).click();
  const form = page.getByRole("form", { name: "Referral update" });
  await expect(form.getByLabel("Reason")).toHaveValue(referral.reason);
  await expect(letter).toBeAttached();

  await console.send();
  await expect(form.getByText("Nothing is changed yet")).toBeVisible();

  const code = `PA-${Date.now()}`;
  await form.getByLabel("Prior authorization code").fill(code);
  await console.send();
  await expect(console.step).toContainText("Completed");
  await expect(page.getByRole("region", { name: "Details" })).toContainText(code);
  await console.openDetails();
  await page.getByRole("button", { name: "Copy as curl" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`/v1/referrals/${referral.id}`);
  expect(copied).toContain(JSON.stringify({ prior_authorization_code: code }));
});

test("a new referral starts with the patient of the listed referrals", async ({ page, demo }) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1");
  const mrn = patients[0]?.mrn ?? "";
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/referrals?patient_mrn=${mrn}`);
  await page.getByRole("button", { name: "Create referral" }).click();
  const form = page.getByRole("form", { name: "Referral", exact: true });
  await expect(form.getByText(new RegExp(`^${mrn}.* · born`))).toBeVisible();
  // The patient is shared: only the reason identifies this referral.
  const reason = `Second opinion ${Date.now()}`;
  await form.getByLabel("Reason").fill(reason);
  await console.send();
  await expect(console.step).toContainText("Completed");
  await expect(page.getByRole("table", { name: "Referrals" }).getByRole("link", { name: reason })).toBeVisible();
});

test("a link to a form keeps the page's patient or referral in a new tab, and Start empty keeps it too", {
  tag: "@long",
}, async ({ page, demo }) => {
  const { referrals } = await readApi<{ referrals: Referral[] }>(demo, "/referrals?limit=50");
  const referral = referrals.find(({ ehr_id }) => ehr_id !== null);
  if (!referral) throw new Error("The demo has no referral in the EMR");
  const { patient_mrn: mrn } = referral;
  const account = await new ConsolePage(page, demo).enter();
  const restored = async () => {
    await page.reload();
    await expect(page.getByText("As you left it")).toBeVisible();
    await page.getByRole("button", { name: "Start empty" }).click();
    await expect(page.getByText("As you left it")).toBeHidden();
  };

  await page.goto(`${account}/patients/${mrn}?new=payments:create`);
  const payment = page.getByRole("form", { name: "Payment" });
  const patient = payment.getByText(new RegExp(`^${mrn} · born`));
  await expect(patient).toBeVisible();
  await payment.getByLabel("Reference number").fill("KEPT-1");
  await restored();
  await expect(payment.getByLabel("Reference number")).toHaveValue("");
  await expect(patient).toBeVisible();

  await page.goto(`${account}/referrals/${referral.id}?new=referrals:update`);
  const update = page.getByRole("form", { name: "Referral update" });
  await expect(update.getByLabel("Reason")).toHaveValue(referral.reason);
  await update.getByLabel("Reason").fill("Another reason");
  await restored();
  await expect(update.getByLabel("Reason")).toHaveValue(referral.reason);
});
