import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { freePort } from "./support/free-port.ts";
import { pay, rowOf } from "./support/payments.ts";
import { newDemoDir, removeDataDir, startProduct } from "./support/product.ts";
import { expect, test } from "./support/test.ts";

test("two users in two browsers see each other's changes", async ({ browser, demo }) => {
  const [ann, bob] = await Promise.all(
    (["staff", "admin"] as const).map(async (role) => {
      const console = new ConsolePage(await (await browser.newContext()).newPage(), demo);
      await console.signIn(role, "Activity");
      return console;
    }),
  );
  if (!ann || !bob) throw new Error("Nobody signed in");
  await ann.openPaymentForm();
  const reference = `SEEN-${crypto.randomUUID().slice(0, 8)}`;
  await ann.fillPayment({ patient: "MRN-1002", amount: "12", reference });
  await ann.send();
  await expect(ann.step).toContainText("Completed");
  const { jobs } = await readApi<{ jobs: { job_id: number; request: { reference_number?: string } }[] }>(
    demo,
    "/jobs?limit=50&type=payments:create",
  );
  const jobId = jobs.find(({ request }) => request.reference_number === reference)?.job_id ?? 0;
  await expect(rowOf(bob.page, jobId)).toContainText("Completed");
  await Promise.all([ann, bob].map(({ page }) => page.context().close()));
});

test("ten open tabs share one stream, and each shows all changes", { tag: "@long" }, async ({ context, demo }) => {
  // The test loads ten pages one after the other.
  test.slow();
  let streams = 0;
  context.on("request", (request) => {
    if (request.url().endsWith("/events/stream")) streams++;
  });
  const first = new ConsolePage(await context.newPage(), demo);
  await first.signIn("staff", "Activity");
  const tabs = [first.page];
  while (tabs.length < 10) {
    const tab = await context.newPage();
    await tab.goto(first.page.url());
    await expect(tab.getByText("Live", { exact: true })).toBeVisible();
    tabs.push(tab);
  }
  expect(streams).toBeLessThanOrEqual(1);
  const jobId = await pay(demo);
  for (const tab of tabs) await expect(rowOf(tab, jobId)).toContainText("Completed");
  // The tab that holds the stream closes; another takes over and resumes at the same message.
  await first.page.close();
  const next = await pay(demo);
  for (const tab of tabs.slice(1)) await expect(rowOf(tab, next)).toContainText("Completed");
  expect(streams).toBeLessThanOrEqual(2);
});

test("a server restart is shown as reconnecting, and missed messages follow without a reload", {
  tag: "@long",
}, async ({ browser }) => {
  // Covers two starts of a product and the page's longest pause between two reconnects.
  test.setTimeout(120_000);
  const dataDir = await newDemoDir();
  const port = await freePort();
  let product = await startProduct({ dataDir, port });
  try {
    const page = await (await browser.newContext()).newPage();
    const console = new ConsolePage(page, product.demo);
    await console.signIn("staff", "Activity");
    let loads = 0;
    page.on("load", () => loads++);
    const before = await pay(product.demo);
    await expect(rowOf(page, before)).toContainText("Completed");

    await product.stop();
    await expect(page.getByText(/^(Reconnecting|Offline)$/)).toBeVisible();
    product = await startProduct({ dataDir, port });
    // This payment happens while the page waits for its next reconnect.
    const meanwhile = await pay(product.demo);
    await expect(page.getByText("Live", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(rowOf(page, meanwhile)).toContainText("Completed");
    expect(loads).toBe(0);
    await page.context().close();
  } finally {
    await product.stop();
    await removeDataDir(dataDir);
  }
});
