import type { DemoFile } from "#lib/runtime/demo-file";
import { ConsolePage } from "./support/console.ts";
import { apiHeaders } from "./support/credentials.ts";
import { expect, test } from "./support/test.ts";

/** Posts a payment with a method that no EMR has; its job fails at once. */
async function failingJob(demo: DemoFile): Promise<number> {
  const ask = async (path: string, body?: object) => {
    const answer = await fetch(`${demo.base_url}${path}`, {
      method: body ? "POST" : "GET",
      headers: { ...apiHeaders(demo), "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return answer.json();
  };
  const [patient] = (await ask("/patients?limit=1")).patients;
  const [location] = (await ask("/locations?limit=1")).locations;
  const { job_id } = await ask("/payments", {
    patient_mrn: patient.mrn,
    payment_method: "Barter",
    reference_number: "AGAIN-1",
    location: location.emr_id,
    amount: 1,
  });
  return job_id;
}

test("a failed job is tried again as a new one, once", async ({ page, demo }) => {
  const jobId = await failingJob(demo);
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await page.goto(`${page.url().split("?")[0]}?job=${jobId}`);
  await expect(console.step).toContainText("Failed");
  await console.panel.getByRole("button", { name: "Try again" }).click();
  await expect(page).not.toHaveURL(new RegExp(`job=${jobId}$`));
  await expect(console.panel.getByText(`tries job ${jobId} again`)).toBeVisible();
  await expect(console.step).toContainText("Failed");

  await page.goto(`${page.url().split("?")[0]}?job=${jobId}`);
  await console.panel.getByRole("button", { name: "Try again" }).click();
  await expect(console.panel.getByText(/was tried again before/)).toBeVisible();
});
