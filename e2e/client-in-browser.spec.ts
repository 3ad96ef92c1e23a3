import { startClientPage } from "./support/client-page.ts";
import { clinicClient, somePayment } from "./support/clinic-client.ts";
import { test, viewIn } from "./support/partner.ts";
import { expect } from "./support/test.ts";

test("the React view shows views of every kind, and takes callbacks that change without another mount", {
  tag: "@long",
}, async ({ strict, demo }) => {
  test.setTimeout(150_000);
  const client = clinicClient(demo);
  const { job_id: jobId } = await client("POST", "/payments", await somePayment(client));
  const portal = await startClientPage(demo, new URL("./partner/react-page.jsx", import.meta.url));
  try {
    const page = await strict.newPage();
    await page.goto(`${portal.origin}/?job_id=${jobId}`);
    const heard = page.getByLabel("Events");
    const frame = page.locator("iframe");
    const form = viewIn(page, "operation");
    await expect(form.getByLabel("Reference number")).toHaveValue("PORTAL-1");
    await expect(heard).toContainText("0 ready operation");
    await frame.evaluate((element) => {
      element.dataset.mounted = "once";
    });
    await form.getByLabel("Reference number").fill("TYPED-1");
    await page.getByRole("button", { name: "Other callbacks" }).click();
    await page.getByRole("button", { name: "Dark" }).click();
    await expect(form.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(frame).toHaveAttribute("data-mounted", "once");
    await expect(form.getByLabel("Reference number")).toHaveValue("TYPED-1");

    const patient = form.getByRole("combobox", { name: "Patient" });
    await patient.click();
    // A search that finds nobody offers no new patient here, where no other form can be opened.
    await patient.pressSequentially("Zzyzx Nobody");
    await expect(form.getByText("No patient matches").first()).toBeVisible();
    await expect(form.getByRole("button", { name: "New patient" })).toBeHidden();
    await patient.fill("");
    await patient.pressSequentially("MRN-10000");
    await form.getByRole("option", { name: "MRN-10000" }).first().click();
    await form.getByRole("button", { name: /Payment method/ }).click();
    await form.getByRole("option", { name: "Credit Card" }).click();
    await form.getByRole("button", { name: /Location/ }).click();
    await form.getByRole("option").first().click();
    await form.getByRole("button", { name: "Post payment" }).click();
    await expect(heard).toContainText("1 job.accepted operation");
    await expect(heard).toContainText("1 job.completed operation");
    await expect(heard).toContainText("0 ready operation");

    const show = async (view: string) => {
      await page.getByRole("button", { name: view, exact: true }).click();
      await expect(heard).toContainText(`1 ready ${view}`);
      await expect(frame).toHaveCount(1);
      return viewIn(page, view);
    };
    await expect((await show("jobs")).getByRole("table", { name: "Jobs" }).getByRole("row").nth(1)).toBeVisible();
    await expect((await show("job")).getByRole("heading", { name: `Payment ${jobId}` })).toBeVisible();
    await expect((await show("appointments")).getByRole("radio", { name: "Table" })).toBeAttached();
    await expect((await show("providers")).getByRole("heading", { name: "Open slots for patients" })).toBeVisible();
    await expect((await show("documents")).getByRole("table", { name: "Documents" })).toBeVisible();
    await expect((await show("webhooks")).getByRole("button", { name: "New endpoint" })).toBeVisible();
  } finally {
    portal.server.close();
  }
});

test("the client works in a page through its own origin, and is refused across origins", { tag: "@long" }, async ({
  strict,
  demo,
}) => {
  const portal = await startClientPage(demo, new URL("./partner/client-page.js", import.meta.url));
  try {
    const page = await strict.newPage();
    await page.goto(portal.origin);
    const told = page.locator("#places");
    await expect(told).toContainText("across origins: status 0");
    await expect(told).toContainText("heard: payment.created BROWSER-1");
    await expect(told).toContainText("verified: payment.created");
    await expect(told).toContainText("forged: The signature is wrong");
  } finally {
    portal.server.closeAllConnections();
    portal.server.close();
  }
});
