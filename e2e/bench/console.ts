import { type Browser, chromium } from "@playwright/test";
import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { findChromium } from "../chromium.ts";
import type { Product } from "../support/product.ts";
import { firstViews, type SignedIn } from "./first-view.ts";
import { smoothness } from "./smoothness.ts";

const ROWS = 50_000;
/** Days of the copied appointments, far from those of the demo. */
const DAYS = { first: "2031-03-03", count: 30 };

/** Signs in as the first organization's admin. Returns the session and the sections of the navigation. */
export async function signIn(browser: Browser, { demo }: Product): Promise<SignedIn & { sections: string[] }> {
  const admin = demo.organizations[0]?.users.find(({ role }) => role === "admin");
  if (!admin) throw new Error("The demo has no admin");
  const page = await browser.newPage();
  await page.goto(`${demo.console_url}/sign-in`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL(/\/a\/\w{32}\//);
  const account = page.url().split("/").slice(0, 5).join("/");
  const links = page.getByRole("navigation", { name: "Console" }).getByRole("link");
  const sections = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")?.split("/")[3] ?? ""));
  const cookies = await page.context().storageState();
  await page.close();
  return { account, cookies, sections };
}

/** Copies the demo's appointments until the days of the long list hold enough. */
async function fillAppointments({ dataDir }: Product, linkedAccountId: string): Promise<void> {
  // PostgreSQL already runs; the product that started it also stops it.
  const { url } = await startEmbeddedPostgres({ dataDir });
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `INSERT INTO appointment SELECT (jsonb_populate_record(a, jsonb_build_object(
          'id', gen_random_uuid(), 'emr_appointment_id', 'BENCH-' || n,
          'starts_at', $2::timestamptz + make_interval(days => n % $3, mins => n % 600)))).*
        FROM generate_series(1, $4) n
        JOIN (SELECT *, row_number() OVER (ORDER BY id) AS place, count(*) OVER () AS all_of
              FROM appointment WHERE replace(linked_account_id::text, '-', '') = $1) s ON s.place = n % s.all_of + 1
        JOIN appointment a ON a.id = s.id`,
      [linkedAccountId, `${DAYS.first}T14:00:00Z`, DAYS.count, ROWS],
    );
    await client.query("ANALYZE appointment");
  } finally {
    await client.end();
  }
}

/** Measures the console in Chromium, in production mode, on the demo's data. */
export async function consoleFeel(product: Product): Promise<string> {
  const found = await findChromium();
  const environment = { ...(process.env as Record<string, string>), ...found.env };
  const browser = await chromium.launch({ executablePath: found.executablePath, env: environment });
  try {
    const { sections, ...state } = await signIn(browser, product);
    const views = await firstViews(browser, state, sections);
    await fillAppointments(product, state.account.split("/").at(-1) ?? "");
    const end = new Date(Date.parse(DAYS.first) + DAYS.count * 86_400_000).toISOString().slice(0, 10);
    const address = `appointments?view=table&start_date=${DAYS.first}&end_date=${end}`;
    return `${views}\n${await smoothness(browser, state, { address, rows: ROWS })}`;
  } finally {
    await browser.close();
  }
}
