import type { Page, Request } from "@playwright/test";
import { ConsolePage } from "./support/console.ts";
import { pay, rowOf } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

const STREAM = "**/v1/events/stream";

/** Returns the streams that a page holds open. */
function streamsOf(page: Page): Set<Request> {
  const open = new Set<Request>();
  page.on("request", (request) => {
    if (request.url().endsWith("/events/stream")) open.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "request", (each) => open.delete(each));
  return open;
}

test("another tab replaces a hung leader without missing a message, and the old leader follows after it resumes", {
  tag: "@long",
}, async ({ context, demo }) => {
  const first = new ConsolePage(await context.newPage(), demo);
  const led = streamsOf(first.page);
  await first.signIn("staff", "Activity");
  const second = await context.newPage();
  const taken = streamsOf(second);
  await second.goto(first.page.url());
  await expect(second.getByText("Live", { exact: true })).toBeVisible();
  expect([led.size, taken.size]).toEqual([1, 0]);
  let loads = 0;
  second.on("load", () => loads++);
  let connect = () => undefined as unknown;
  const held = new Promise<void>((resolve) => {
    connect = resolve;
  });
  let resumedFrom: string | undefined;
  await second.route(STREAM, async (route) => {
    resumedFrom = route.request().headers()["last-event-id"];
    await held;
    await route.continue();
  });

  const debug = await context.newCDPSession(first.page);
  const paused = new Promise((resolve) => debug.once("Debugger.paused", resolve));
  await debug.send("Debugger.enable");
  await debug.send("Debugger.pause");
  await paused;
  const missed = await pay(demo);
  await expect(second.getByText("Reconnecting", { exact: true })).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => resumedFrom).toBeTruthy();
  connect();
  await expect(second.getByText("Live", { exact: true })).toBeVisible();
  await expect(rowOf(second, missed)).toContainText("Completed");
  const next = await pay(demo);
  await expect(rowOf(second, next)).toContainText("Completed");
  expect(loads).toBe(0);
  expect([led.size, taken.size]).toEqual([1, 1]);

  await debug.send("Debugger.disable");
  for (const jobId of [missed, next]) await expect(rowOf(first.page, jobId)).toContainText("Completed");
  await expect(first.page.getByText("Live", { exact: true })).toBeVisible();
  await expect.poll(() => [led.size, taken.size]).toEqual([0, 1]);
  const last = await pay(demo);
  for (const page of [first.page, second]) await expect(rowOf(page, last)).toContainText("Completed");
});
