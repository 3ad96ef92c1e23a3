import type { FrameLocator, Page } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { type Portal, startPortal } from "./partner/portal.ts";
import { readApi } from "./support/api.ts";
import { asOwner } from "./support/as-owner.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { apiHeaders } from "./support/credentials.ts";
import { test, viewIn } from "./support/partner.ts";
import { firstAccount } from "./support/session.ts";
import { expect } from "./support/test.ts";

interface Slot {
  id: string;
  emr_appointment_id: string;
  datetime: string;
  duration: number;
  appointment_type: string;
  location_id: string;
  provider_ehr_id: string;
}

const DAY_MS = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
const portals: Portal[] = [];

test.afterEach(() => {
  for (const { server } of portals.splice(0)) server.close();
});

/** Returns the open slots that are still to come, as the view shows them, by provider: each test books those of another provider. */
async function slotsByProvider(demo: DemoFile): Promise<[string, Slot[]][]> {
  const path = `/availability?start_date=${day(-1)}&end_date=${day(40)}&limit=5000`;
  const { availability } = await readApi<{ availability: Slot[] }>(demo, path);
  const toCome = availability.filter(({ datetime }) => Date.parse(datetime) > Date.now());
  const of = Map.groupBy(toCome, ({ provider_ehr_id }) => provider_ehr_id);
  return [...of].filter(([, slots]) => slots.length > 4).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Opens the view of a portal that offers one provider's slots, and one visit type of which there are several. */
async function openBooking(page: Page, demo: DemoFile, nth: number) {
  const [provider, slots] = (await slotsByProvider(demo)).at(nth) ?? [];
  if (!provider || !slots) throw new Error("The demo has too few open slots");
  const [type] = [...Map.groupBy(slots, ({ appointment_type }) => appointment_type)].sort(
    ([, a], [, b]) => b.length - a.length,
  )[0] ?? [""];
  const { client_id = "", client_secret = "", access_token = "" } = apiHeaders(demo);
  const portal = await startPortal({
    consoleUrl: demo.console_url,
    credentials: { client_id, client_secret, access_token },
    offer: { provider_ehr_ids: [provider], appointment_types: [type] },
    port: 0,
  });
  portals.push(portal);
  await page.goto(`${portal.origin}/?view=booking`);
  const offered = slots.filter(({ appointment_type }) => appointment_type === type || appointment_type === "");
  return { view: viewIn(page, "booking"), portal, provider, type, offered };
}

/** What the view announces; the framework's own announcer is empty. */
const alertIn = (view: FrameLocator) => view.getByRole("alert").filter({ hasText: /\S/ });
const times = (view: FrameLocator) => view.getByRole("button", { name: /, with / });
const bookingsOf = async (demo: DemoFile, provider: string) => {
  const { jobs } = await readApi<{
    jobs: { request: Record<string, string>; status: string; actor: { name: string } }[];
  }>(demo, "/jobs?type=appointments:book&limit=200");
  return jobs.filter(({ request }) => request.provider_ehr_id === provider);
};

test("a patient books a visit in a partner's page with third-party cookies blocked, once by a double press", {
  tag: "@long",
}, async ({ strict, demo }) => {
  const page = await strict.newPage();
  const addresses: string[] = [];
  const reached = new Set<string>();
  page.on("request", (request) => {
    addresses.push(request.url());
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/v1/"))
      reached.add(`${request.method()} ${pathname.replaceAll(/\/(\d+|[0-9a-f]{32})$/g, "/…")}`);
  });
  const { view, provider } = await openBooking(page, demo, -1);
  const events = page.getByLabel("Events");
  await expect(events).toContainText('ready {"view":"booking"}');
  await expect(view.getByRole("heading", { name: "Book a visit" })).toBeVisible();
  await expect(view.getByRole("heading", { name: "Free times" })).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await times(view).first().click();
  await expect(view.getByRole("heading", { name: "Is this right?" })).toBeFocused();
  await view.getByLabel("What is it about?").fill("A cough for a week");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await view.getByRole("button", { name: "Book this visit" }).dblclick();
  await expect(view.getByRole("status").getByText("Your visit is booked")).toBeVisible();
  await expect(events).toContainText(/job\.accepted {"job_id":\d+}/);
  await expect(events).toContainText(/job\.completed {"job_id":\d+,"event_type":"appointment.created"}/);
  expect(await findingsInBothThemes(page)).toEqual([]);
  expect(await bookingsOf(demo, provider)).toMatchObject([
    {
      status: "completed",
      request: { reason: "A cough for a week" },
      actor: { name: "Robin of the partner portal" },
    },
  ]);
  expect([...reached].sort()).toEqual([
    "GET /v1/availability",
    "GET /v1/embed/sessions/…",
    "GET /v1/events/stream",
    "GET /v1/jobs/…",
    "GET /v1/locations",
    "GET /v1/visit-types",
    "POST /v1/appointments",
  ]);
  expect(addresses.filter((address) => /embed_|MRN/.test(address))).toEqual([]);
  await view.getByRole("button", { name: "Book another visit" }).click();
  await expect(view.getByRole("heading", { name: "Free times" })).toBeFocused();
});

test("by the keyboard, a time that was taken meanwhile is told with the next free ones", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const { view, provider, type, offered } = await openBooking(page, demo, -2);
  const [wanted] = offered;
  await times(view).first().focus();
  const name = await times(view).first().getAttribute("aria-label");
  await page.keyboard.press("Enter");
  await expect(view.getByRole("heading", { name: "Is this right?" })).toBeFocused();
  const patients = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=2");
  const other = await fetch(`${demo.base_url}/appointments`, {
    method: "POST",
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    body: JSON.stringify({
      patient_mrn: patients.patients[1]?.mrn,
      provider_ehr_id: provider,
      location_id: wanted?.location_id,
      appointment_type: type,
      datetime: wanted?.datetime,
      slot_id: wanted?.id,
    }),
  });
  expect(other.status).toBe(202);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(view.getByRole("button", { name: "Book this visit" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(alertIn(view)).toContainText("has just been taken");
  await expect(alertIn(view)).toContainText("Nothing was booked");
  await expect(view.getByRole("heading", { name: "Free times" })).toBeFocused();
  await expect(view.getByRole("button", { name: name ?? "" })).toHaveCount(0);
  await expect(times(view).first()).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
});

test("a visit that was accepted and then refused by the EMR is told, with the next free times", {
  tag: "@long",
}, async ({ page, demo }) => {
  const { view, offered } = await openBooking(page, demo, -3);
  await times(view).first().click();
  // The EMR's own staff book it; nothing here has read that yet.
  await asOwner(
    `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
     SELECT practice_id, 'APT-BY-STAFF', 'appointment', starts_at, duration_minutes, provider_id, location_id,
       (SELECT id FROM sandbox.patient WHERE patient.practice_id = appointment.practice_id ORDER BY id LIMIT 1), 'SCH'
     FROM sandbox.appointment WHERE practice_id = $1 AND id = $2`,
    [await firstAccount(demo), offered[0]?.emr_appointment_id],
  );
  await view.getByRole("button", { name: "Book this visit" }).click();
  await expect(alertIn(view)).toContainText("has just been taken");
  await expect(page.getByLabel("Events")).toContainText(/job\.failed {"job_id":\d+,"event_type":"appointment.failed"}/);
  await expect(view.getByRole("heading", { name: "Free times" })).toBeVisible();
});

test("the choice and the typed reason outlast the session", { tag: "@long" }, async ({ page, demo }) => {
  const sessions: { token: string }[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/session?")) sessions.push(await response.json().catch(() => ({})));
  });
  const { view, provider } = await openBooking(page, demo, -4);
  await times(view).first().click();
  await view.getByLabel("What is it about?").fill("Typed before the session ended");
  const old = `Bearer ${sessions[0]?.token}`;
  // From now on the first token is refused, as after an hour of sleep, and the portal has no other one yet.
  await page.route(`${demo.base_url}/**`, (route) => {
    const headers = route.request().headers();
    return route.continue({
      headers: headers.authorization === old ? { ...headers, authorization: "Bearer embed_ended" } : headers,
    });
  });
  await page.route("**/session?*", (route) => route.fulfill({ status: 500, body: "{}" }));
  await view.getByRole("button", { name: "Book this visit" }).click();
  await expect(alertIn(view)).toContainText("Your choice is kept");
  await expect(view.getByLabel("What is it about?")).toHaveValue("Typed before the session ended");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.unroute("**/session?*");
  await expect(async () => {
    await view.getByRole("button", { name: "Book this visit" }).click({ timeout: 2_000 });
    await expect(view.getByText("Your visit is booked")).toBeVisible({ timeout: 6_000 });
  }).toPass();
  expect(await bookingsOf(demo, provider)).toMatchObject([{ request: { reason: "Typed before the session ended" } }]);
});

test("an EMR that cannot book says so, with the clinic's telephone numbers", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  await page.route("**/v1/embed/sessions/*", async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.embed_session.linked_account.capabilities = [];
    await route.fulfill({ response: answer, json: body });
  });
  const { view } = await openBooking(page, demo, -5);
  await expect(view.getByText("Visits cannot be booked here")).toBeVisible();
  await expect(view.getByText("Please call the clinic")).toBeVisible();
  await expect(view.getByRole("link").first()).toHaveAttribute("href", /^tel:\+?\d+$/);
  await expect(times(view)).toHaveCount(0);
  expect(await findingsInBothThemes(page)).toEqual([]);
});

/** What a token of the view reaches at all, and keeps within the view. */
const WITHIN = ["GET /availability", "GET /events/stream", "GET /locations", "GET /visit-types"];

test("who holds the token reads and writes nothing else over HTTP, of all reads and writes of /v1", {
  tag: "@long",
}, async ({ demo, portal }) => {
  const headers = { ...apiHeaders(demo), "content-type": "application/json" };
  const [{ patients }, { appointments }, { jobs }] = await Promise.all([
    readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=2"),
    readApi<{ appointments: { id: string }[] }>(demo, `/appointments?start_date=${day(-7)}&end_date=${day(7)}&limit=1`),
    readApi<{ jobs: { job_id: number }[] }>(demo, "/jobs?limit=1"),
  ]);
  const [own, other] = patients;
  const made = await fetch(`${demo.base_url}/embed/sessions`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      view: "booking",
      parameters: { patient_mrn: own?.mrn },
      origin: portal.origin,
      actor: { id: "hostile", name: "Whoever has the token" },
    }),
  });
  const { token } = (await made.json()) as { token: string };
  const { paths } = (await (await fetch(`${demo.base_url}/openapi.json`, { headers })).json()) as {
    paths: Record<string, Record<string, unknown>>;
  };
  const values: Record<string, string> = { mrn: other?.mrn ?? "", job_id: String(jobs[0]?.job_id ?? 1) };
  const [reached, shown]: [string[], string[]] = [[], []];
  let asked = 0;
  for (const [path, methods] of Object.entries(paths)) {
    for (const method of Object.keys(methods).map((each) => each.toUpperCase())) {
      asked++;
      const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? appointments[0]?.id ?? "1");
      const query = path === "/availability" ? `?start_date=${day(1)}&end_date=${day(9)}` : "";
      const end = new AbortController();
      const answer = await fetch(`${demo.base_url}${address}${query}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        signal: end.signal,
        ...(method === "GET" ? {} : { body: JSON.stringify({ patient_mrn: other?.mrn }) }),
      });
      const isStream = answer.headers.get("content-type")?.startsWith("text/event-stream");
      const text = isStream ? "" : await answer.text();
      end.abort();
      const name = `${method} ${path}`;
      if (answer.ok) reached.push(name);
      if (/MRN-?\d/.test(text)) shown.push(name);
    }
  }
  expect(asked).toBeGreaterThan(120);
  expect(shown).toEqual([]);
  expect(reached.sort()).toEqual(WITHIN);
});

test.describe("on a phone, in another time zone than the clinic's", () => {
  test.use({ viewport: { width: 320, height: 640 }, timezoneId: "America/Los_Angeles" });

  test("every step fits, and says whose time it is", { tag: "@long" }, async ({ page, demo }) => {
    const { view } = await openBooking(page, demo, -5);
    /** Returns how much wider than the frame its content is, in pixels. */
    const over = () => view.locator("html").evaluate((html) => html.scrollWidth - html.clientWidth);
    await expect(view.getByText(/^Times are the clinic’s: Eastern (Standard|Daylight) Time\.$/)).toBeVisible();
    expect(await over()).toBeLessThanOrEqual(0);
    await times(view).first().click();
    await expect(view.getByText(/where you are/)).toBeVisible();
    expect(await over()).toBeLessThanOrEqual(0);
    await view.getByRole("button", { name: "Book this visit" }).click();
    await expect(view.getByText("Your visit is booked")).toBeVisible();
    expect(await over()).toBeLessThanOrEqual(0);
    expect(await findingsInBothThemes(page)).toEqual([]);
  });
});
