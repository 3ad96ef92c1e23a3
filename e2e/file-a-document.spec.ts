import { readApi } from "./support/api.ts";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { ownAccount } from "./support/own-account.ts";
import { expect, test } from "./support/test.ts";

interface Referral {
  id: string;
  ehr_id: string | null;
  patient_mrn: string;
}

/** A picture of one pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a document is filed from the patient's page, beside its picture, and listed at once", async ({ page, demo }) => {
  const [patient] = (await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1")).patients;
  await page.goto(`${await new ConsolePage(page, demo).enter()}/patients/${patient?.mrn}?tab=documents`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const effort = await Effort.from(page);
  await page.getByRole("button", { name: "File a document" }).click();
  const form = page.getByRole("form", { name: "Document" });
  await expect(form.getByRole("combobox", { name: "Patient" })).not.toHaveValue("");
  await form
    .getByLabel("File", { exact: true })
    .setInputFiles({ name: "X-ray.png", mimeType: "image/png", buffer: PNG });
  await expect(form.getByText(/^X-ray\.png · \d+ B$/)).toBeVisible();
  await expect(form.getByRole("img", { name: "X-ray.png" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  const console = new ConsolePage(page, demo);
  await console.send();
  await expect(page.getByRole("table", { name: "Documents" }).getByRole("button", { name: "X-ray.png" })).toBeVisible();
  await expect(console.step).toContainText("Completed");
  expect((await effort.spent()).clicks).toBeLessThanOrEqual(3);
});

test("a document of a referral is shown at once, and gone after the EMR has refused it", async ({ page, demo }) => {
  // The test waits for the first sync of a new account.
  test.slow();
  const console = new ConsolePage(page, demo);
  await console.enter();
  const linked = await ownAccount(demo);
  const { referrals } = (await linked.client("GET", "/referrals?limit=50")) as { referrals: Referral[] };
  const referral = referrals.find(({ ehr_id }) => ehr_id !== null);
  await page.goto(`/a/${linked.id}/referrals/${referral?.id}`);
  const documents = page.getByRole("region", { name: "Documents" });
  await documents.getByRole("button", { name: "File a document" }).click();
  const form = page.getByRole("form", { name: "Document" });

  await test.step("a file of another kind is refused at its field", async () => {
    const archive = {
      name: "Archive.zip",
      mimeType: "application/zip",
      buffer: Buffer.from("PK\u0003\u0004", "latin1"),
    };
    await form.getByLabel("File", { exact: true }).setInputFiles(archive);
    await console.send();
    await expect(form.getByRole("alert").filter({ hasText: /PDF, JPEG, PNG, TIFF or text/ })).toBeVisible();
  });

  await linked.client("PATCH", "/sandbox/behavior", { latency_ms: 4_000 });
  await asOwner(
    `UPDATE sandbox.referral r SET patient_id =
       (SELECT p.id FROM sandbox.patient p WHERE p.practice_id = r.practice_id AND p.id <> r.patient_id LIMIT 1)
     WHERE r.practice_id = $1::uuid AND r.id = $2`,
    [linked.id, referral?.ehr_id],
  );
  const letter = { name: "Letter.txt", mimeType: "text/plain", buffer: Buffer.from("Seen on Monday.\n") };
  await form.getByLabel("File", { exact: true }).setInputFiles(letter);
  await expect(form.getByText("Seen on Monday.")).toBeVisible();
  await console.send();
  const listed = documents.getByRole("button", { name: /Letter\.txt/ });
  await expect(listed).toBeVisible();
  await expect(console.step).toContainText("Failed");
  await expect(listed).toBeHidden();
});
