import { readFile } from "node:fs/promises";
import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { failingPayments } from "./support/failing-payments.ts";
import { expect, test } from "./support/test.ts";

test("a list says how many rows there are and their sums, is sorted by the server, and is exported whole", async ({
  page,
  demo,
}) => {
  const { claims, total } = await readApi<{ claims: { balance: string }[]; total: number }>(
    demo,
    "/claims?sort=-balance&include_total=true&limit=1",
  );
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Claims");
  const words = total.toLocaleString("en-US");
  await expect(page.getByText(`1–500 of ${words} claims`)).toBeVisible();
  await expect(page.getByText(/^\$[\d,.]+ charged · \$[\d,.]+ open$/)).toBeVisible();
  const table = page.getByRole("table", { name: "Claims" });
  const head = table.getByRole("columnheader", { name: "Balance" });
  for (const order of ["ascending", "descending"]) {
    await head.getByRole("button").click();
    await expect(head).toHaveAttribute("aria-sort", order);
  }
  await expect(page).toHaveURL(/claims-sort=-balance/);
  const most = Number(claims[0]?.balance).toLocaleString("en-US", { style: "currency", currency: "USD" });
  await expect(table.getByRole("row").nth(1)).toContainText(most);

  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await readFile(await (await saving).path(), "utf8");
  expect(file.trimEnd().split("\r\n")).toHaveLength(total + 1);
  await expect(page.getByText(`${words} rows written, claims.csv`)).toBeVisible();
});

test("columns are chosen, and kept for the person in this browser", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn("staff", "Patients");
  const heads = page.getByRole("table", { name: "Patients" }).getByRole("columnheader");
  await expect(heads.filter({ hasText: "Phone" })).toBeVisible();
  await page.getByRole("button", { name: "Columns" }).click();
  const choice = page.getByRole("dialog", { name: "Columns" });
  await choice.getByLabel("Phone").uncheck();
  await choice.getByLabel("EMR id").check();
  await expect(choice.getByLabel("Patient", { exact: true })).toHaveCount(0);
  await page.reload();
  await expect(heads.filter({ hasText: "EMR id" })).toBeVisible();
  await expect(heads.filter({ hasText: "Phone" })).toHaveCount(0);
});

test("selected jobs are retried, and a failed one shows its amount and its reason", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const { jobIds, mrn } = await failingPayments(demo, 2);
  const console = new ConsolePage(page, demo);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${await console.enter()}/activity?patient=${mrn}&status=failed`);
  const row = page.getByRole("row", { name: new RegExp(` ${jobIds[0]} Payment`) });
  await expect(row).toContainText(/\$\d+\.\d\d.*payment method/is);
  await row.getByRole("checkbox").check();
  await expect(page.getByText(/^1 selected/)).toBeVisible();
  await page.getByRole("button", { name: "Retry selected…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Try 1 job again" }).click();
  await expect(dialog.getByText(/All jobs have ended\. 0 jobs completed and 1 failed again/)).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(row).toContainText(/Followed by job \d+/);
});

test("a short column takes no more than its content needs, so that the texts have the rest", async ({ page, demo }) => {
  const { mrn } = await failingPayments(demo, 1);
  await page.goto(`${await new ConsolePage(page, demo).enter()}/activity?patient=${mrn}&status=failed`);
  await expect(page.getByRole("table", { name: "Jobs", exact: true }).getByRole("row").nth(1)).toBeVisible();
  /** Returns the pixels of the column Status beside its widest content and its padding. */
  const spare = () =>
    page.evaluate(() => {
      const [head, ...rows] = document.querySelectorAll('main table[aria-rowcount] tr:not([aria-hidden="true"])');
      const place = [...(head?.children ?? [])].findIndex(({ textContent }) => textContent === "Status");
      const cells = [head, ...rows].map((row) => row?.children[place]).filter((cell) => cell instanceof HTMLElement);
      const contents = cells.map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const { paddingLeft, paddingRight } = getComputedStyle(cell);
        return range.getBoundingClientRect().width + Number.parseFloat(paddingLeft) + Number.parseFloat(paddingRight);
      });
      return (cells[0]?.offsetWidth ?? Number.NaN) - Math.max(...contents);
    });
  for (const width of [375, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(spare, `at ${width} px`).toBeLessThanOrEqual(12);
  }
});

test("a list in a section of a page is counted, sorted and arranged as the list of a page is", {
  tag: "@long",
}, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter("admin")}/integrations`);
  const section = page.getByRole("region", { name: "Sync", exact: true });
  const table = section.getByRole("table", { name: "Sync" });
  await expect(section.getByText(/^\d+ kinds of records$/)).toBeVisible();
  const heads = table.getByRole("columnheader");
  const read = heads.filter({ hasText: "Read" });
  for (const order of ["ascending", "descending"]) {
    await read.getByRole("button").click();
    await expect(read).toHaveAttribute("aria-sort", order);
  }
  await expect(page).toHaveURL(/sync-sort=-rows/);
  const counts = await table.locator("tbody td:nth-child(3)").allInnerTexts();
  const numbers = counts.map((text) => Number(text.replaceAll(/\D/g, "")));
  expect(numbers[0]).toBe(Math.max(...numbers));
  expect(numbers[0]).toBeGreaterThan(numbers.at(-1) ?? 0);

  await section.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("dialog", { name: "Columns" }).getByLabel("Pages").uncheck();
  await expect(heads.filter({ hasText: "Pages" })).toHaveCount(0);
});

test("no list is wider than its page, from a phone to a wide screen", { tag: "@long" }, async ({ page, demo }) => {
  test.slow();
  const console = new ConsolePage(page, demo);
  const account = await console.enter("admin");
  const lists = ["activity", "appointments?view=table", "patients", "providers", "referrals", "recalls", "claims"];
  const beyond = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("main table[aria-rowcount]")].map(
        ({ parentElement: box }) => (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0),
      ),
    );
  const inSections = ["account", "integrations", "people", "webhooks?view=types"];
  for (const address of [...lists, "documents", "audit", "webhooks?view=log", ...inSections]) {
    await page.goto(`${account}/${address}`);
    for (const width of [375, 768, 1024, 1440, 1920]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByRole("main").getByRole("table").first()).toBeVisible();
      // The columns follow the width one frame later.
      await expect
        .poll(async () => Math.max(0, ...(await beyond())), `${address} at ${width} px`)
        .toBeLessThanOrEqual(1);
    }
  }
});
