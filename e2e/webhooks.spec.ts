import {
  type FakeReceiver,
  type ReceivedDelivery,
  startFakeReceiver,
  verifyDelivery,
} from "#lib/testing/fake-receiver";
import { findingsInBothThemes } from "./support/axe.ts";
import { clinicClient } from "./support/clinic-client.ts";
import { ConsolePage } from "./support/console.ts";
import { failingPayments } from "./support/failing-payments.ts";
import { expect, test } from "./support/test.ts";

let receiver: FakeReceiver;

test.beforeEach(async () => {
  receiver = await startFakeReceiver();
});
test.afterEach(() => receiver.stop());

const nameOf = (url: string) => url.replace("http://", "");

test("an endpoint is registered, tested, rotated, disabled and deleted; its secrets are shown once", {
  tag: "@long",
}, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Webhooks");
  const url = `${receiver.url}/in`;
  await page.getByRole("button", { name: "New endpoint" }).click();
  await page.getByRole("button", { name: "Register the endpoint" }).click();
  await expect(page.getByText("Enter the URL")).toBeVisible();
  await page.getByLabel("URL").fill(url);
  await page.getByLabel("Description").fill("Billing");
  await page.getByRole("button", { name: "Register the endpoint" }).click();
  const first = (await page.getByRole("dialog").locator("code").textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByText(first)).toBeHidden();

  const drawer = page.getByRole("dialog", { name: nameOf(url) });
  await drawer.getByRole("button", { name: "Send a test event" }).click();
  await expect(drawer.getByText(/^Delivered · HTTP 204/)).toBeVisible();
  // The endpoint also receives the events of other tests' jobs.
  const isTest = ({ body }: ReceivedDelivery) => (body as { type: string }).type === "webhook_endpoint.test";
  const sent = await receiver.waitFor((received) => received.path === "/in" && isTest(received));
  expect(verifyDelivery(sent, first)).toMatchObject({ type: "webhook_endpoint.test" });
  const health = drawer.getByRole("region", { name: "Health" });
  await page.reload();
  await expect(health.getByRole("row").last()).toContainText("100 %");

  await drawer.getByRole("button", { name: "Rotate the secret" }).click();
  await page
    .getByRole("dialog", { name: /^Rotate/ })
    .getByRole("button", { name: "Rotate the secret" })
    .click();
  const second = await page.getByRole("dialog").locator("code").textContent();
  expect(second).not.toBe(first);
  await page.getByRole("button", { name: "I have stored it" }).click();
  await expect(drawer.getByText(/^An earlier secret signs for 2[34] h more$/)).toBeVisible();

  await drawer.getByRole("button", { name: "Edit" }).click();
  await drawer.getByLabel("Description").fill("Billing, second floor");
  await drawer.getByRole("button", { name: "Save the changes" }).click();
  await expect(drawer.getByText("Billing, second floor")).toBeVisible();
  await drawer.getByRole("button", { name: "Disable" }).click();
  await expect(drawer.getByText("Disabled by hand")).toBeVisible();
  await failingPayments(demo, 1);
  await expect(async () => {
    await page.reload();
    await expect(drawer.getByText(/^Held: [1-9]\d* deliver(y|ies), sent once/)).toBeVisible();
  }).toPass();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Enable" }).click();
  await receiver.waitFor(({ body }) => (body as { type: string }).type === "payment.failed");
  await expect(drawer.getByText(/^Held/)).toBeHidden();
  await drawer.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("button", { name: `Delete ${nameOf(url)}` }).click();
  await expect(page.getByRole("link", { name: nameOf(url) })).toBeHidden();
});

test("an event type can be turned off and on, and the log redelivers an event", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Webhooks");
  await page.getByRole("tab", { name: "Event types" }).click();
  const task = page.getByRole("switch", { name: "task.failed is sent" });
  const row = page.getByRole("row", { name: /^task\.failed/ });
  for (const wanted of [false, true]) {
    const answered = page.waitForResponse((response) => response.request().method() === "PUT");
    await row.locator("label").click();
    expect((await answered).status()).toBe(200);
    await page.reload();
    await expect(task).toBeChecked({ checked: wanted });
  }

  const { jobIds } = await failingPayments(demo, 1);
  await page.getByRole("tab", { name: "Delivery log" }).click();
  const entry = page
    .getByRole("row")
    .filter({ hasText: "payment.failed" })
    .filter({ hasText: String(jobIds[0]) });
  await entry.getByRole("link", { name: "payment.failed" }).click();
  const drawer = page.getByRole("dialog", { name: "payment.failed" });
  const deliveries = drawer.getByRole("region", { name: "Deliveries" });
  await expect(deliveries.getByText(/HTTP 200/)).toHaveCount(1);
  await deliveries.getByRole("button", { name: "Redeliver to This console" }).click();
  await expect(deliveries.getByText("Event queued for 1 target")).toBeVisible();
  await expect(deliveries.getByText(/HTTP 200/)).toHaveCount(2);
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);

  await page.getByRole("button", { name: "Redeliver a range…" }).click();
  const dialog = page.getByRole("dialog", { name: "Redeliver a range of events" });
  await dialog.getByRole("button", { name: /^Redeliver \d+ events?$/ }).click();
  await expect(dialog.getByText(/the log shows each result/)).toBeVisible();
});

test("the log shows the URL of each attempt after the endpoint has moved", { tag: "@long" }, async ({ page, demo }) => {
  const client = clinicClient(demo);
  receiver.answer({ status: 500 });
  const { webhook_endpoint: endpoint } = await client("POST", "/webhook-endpoints", {
    url: `${receiver.url}/before`,
    event_types: ["payment.failed"],
  });
  const [jobId] = (await failingPayments(demo, 1)).jobIds;
  await receiver.waitFor(({ path }) => path === "/before");
  receiver.answer({ status: 204 });
  await client("PATCH", `/webhook-endpoints/${endpoint.id}`, { url: `${receiver.url}/after` });
  await receiver.waitFor(({ path }) => path === "/after");

  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Webhooks");
  await page.getByRole("tab", { name: "Delivery log" }).click();
  await page
    .getByRole("row")
    .filter({ hasText: "payment.failed" })
    .filter({ hasText: String(jobId) })
    .getByRole("link", { name: "payment.failed" })
    .click();
  const drawer = page.getByRole("dialog", { name: "payment.failed" });
  await drawer.getByRole("button", { name: `Requests and responses for ${receiver.url}/after` }).click();
  for (const [attempt, path] of ["before", "after"].entries()) {
    const attempted = drawer
      .getByRole("listitem")
      .filter({ has: page.getByRole("heading", { name: `Attempt ${attempt + 1}` }) });
    await expect(attempted.last().getByText(`To ${receiver.url}/${path}`)).toBeVisible();
  }
  await client("DELETE", `/webhook-endpoints/${endpoint.id}`);
});

test("Today warns about an endpoint that was disabled by its own answer", async ({ page, demo }) => {
  const client = clinicClient(demo);
  receiver.answer({ status: 410 });
  const url = `${receiver.url}/gone`;
  const { webhook_endpoint: endpoint } = await client("POST", "/webhook-endpoints", {
    url,
    event_types: ["payment.failed"],
  });
  await client("POST", `/webhook-endpoints/${endpoint.id}/test`, {});
  const read = async () => (await client("GET", `/webhook-endpoints/${endpoint.id}`)).webhook_endpoint;
  await expect.poll(read).toMatchObject({ status: "disabled" });
  const console = new ConsolePage(page, demo);
  await console.signIn("admin", "Today");
  await page.getByRole("link", { name: `View ${nameOf(url)}` }).click();
  await expect(page.getByRole("dialog", { name: nameOf(url) })).toBeVisible();
  await client("DELETE", `/webhook-endpoints/${endpoint.id}`);
});

test("staff can neither open the webhooks page nor call its routes", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff");
  await expect(page.getByRole("link", { name: "Webhooks" })).toBeHidden();
  await page.goto(page.url().replace(/\/a\/([^/?]+).*/, "/a/$1/webhooks"));
  await expect(page.getByRole("heading", { name: "Webhooks" })).toBeHidden();
  const status = await page.evaluate(async () => {
    const account = location.pathname.split("/")[2] ?? "";
    return (await fetch("/v1/webhook-endpoints", { headers: { "x-linked-account": account } })).status;
  });
  expect(status).toBe(403);
});
