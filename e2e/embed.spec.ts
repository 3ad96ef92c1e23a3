import type { FrameLocator } from "@playwright/test";
import type { DemoFile } from "#lib/launcher/demo-file";
import { findingsInBothThemes } from "./support/axe.ts";
import { apiHeaders } from "./support/credentials.ts";
import { printedOtherwiseInTheDark } from "./support/paper.ts";
import { startSite, test, viewIn } from "./support/partner.ts";
import { expect } from "./support/test.ts";

const api = (demo: DemoFile, method: string, path: string, body?: unknown) =>
  fetch(`${demo.base_url}${path}`, {
    method,
    headers: { ...apiHeaders(demo), "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

/** Chooses the method and the location, sends the payment and waits for its end. */
async function sendPayment(form: FrameLocator): Promise<void> {
  await form.getByRole("button", { name: /Payment method/ }).click();
  await form.getByRole("option", { name: "Credit Card" }).click();
  await form.getByRole("button", { name: /Location/ }).click();
  await form.getByRole("option").first().click();
  await form.getByRole("button", { name: "Post payment" }).click();
  await expect(form.locator('[aria-current="step"]')).toContainText("Completed");
}

test("every view works live in a partner's page with third-party cookies blocked", { tag: "@long" }, async ({
  strict,
  portal,
  demo,
}) => {
  test.setTimeout(150_000);
  const page = await strict.newPage();
  const tokens: string[] = [];
  const addresses: string[] = [];
  const cookies: string[] = [];
  page.on("request", async (request) => {
    addresses.push(request.url());
    const headers = await request.allHeaders();
    if (request.url().startsWith(demo.console_url) && headers.cookie) cookies.push(headers.cookie);
  });
  page.on("response", async (response) => {
    if (response.url().includes("/session?")) tokens.push((await response.json()).token);
  });
  const events = page.getByLabel("Events");

  await page.goto(`${portal.origin}/?view=operation`);
  const form = viewIn(page, "operation");
  await expect(form.getByLabel("Reference number")).toHaveValue("PORTAL-1");
  await expect(events).toContainText('ready {"view":"operation"}');
  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute(
    "sandbox",
    "allow-scripts allow-same-origin allow-forms allow-downloads allow-modals",
  );
  expect((await frame.boundingBox())?.height, "the frame has the form's height").toBeGreaterThan(500);

  // Proves that the browser blocks third-party cookies: at top level the same page can set one.
  const setCookie = () => {
    // biome-ignore lint/suspicious/noDocumentCookie: checks whether a page can set the cookie
    document.cookie = "tried=1; path=/";
    return document.cookie;
  };
  const inFrame = page.frames().find((each) => each.url().startsWith(demo.console_url));
  if (!inFrame) throw new Error("The view's frame is not there");
  expect(await inFrame.evaluate(setCookie)).toBe("");
  const alone = await strict.newPage();
  await alone.goto(inFrame.url());
  expect(await alone.evaluate(setCookie)).toContain("tried=1");
  await expect(alone.getByText("Payment")).toHaveCount(0);
  await alone.close();

  await form.getByRole("combobox", { name: "Patient" }).click();
  await form.getByRole("combobox", { name: "Patient" }).pressSequentially("MRN-10000");
  await form.getByRole("option", { name: "MRN-10000" }).first().click();
  await sendPayment(form);
  await expect(events).toContainText(/job\.accepted {"job_id":\d+}/);
  await expect(events).toContainText(/job\.completed {"job_id":\d+,"event_type":"payment.created"}/);
  const received = (await events.textContent()) ?? "";
  await expect(form.getByText("Robin of the partner portal")).toBeVisible();
  await expect(form.getByRole("link"), "no link leads into the console").toHaveCount(0);

  await page.getByRole("button", { name: "jobs", exact: true }).click();
  const jobs = viewIn(page, "jobs");
  const ownJob = /job\.accepted {"job_id":(\d+)}/.exec(received)?.[1];
  await expect(
    jobs.getByRole("table", { name: "Jobs" }).getByRole("button", { name: `Payment ${ownJob}` }),
  ).toBeVisible();
  const locations = (await (await api(demo, "GET", "/locations")).json()) as { locations: { emr_id: string }[] };
  const { patients } = (await (await api(demo, "GET", "/patients?limit=1")).json()) as { patients: { mrn: string }[] };
  const sent = await api(demo, "POST", "/payments", {
    patient_mrn: patients[0]?.mrn,
    payment_method: "Credit Card",
    reference_number: "PORTAL-2",
    location: locations.locations[0]?.emr_id,
    amount: 5,
  });
  const { job_id: sentId } = (await sent.json()) as { job_id: number };
  await jobs
    .getByRole("table", { name: "Jobs" })
    .getByRole("button", { name: `Payment ${sentId}` })
    .click();
  await expect(jobs.getByRole("dialog").locator('[aria-current="step"]')).toContainText("Completed");
  expect(await findingsInBothThemes(page)).toEqual([]);

  const phq9 = (await (await api(demo, "GET", "/forms/PHQ-9")).json()) as {
    form: { questions: { emrQuestionId: string }[] };
  };
  const answers = Object.fromEntries(phq9.form.questions.slice(0, 9).map(({ emrQuestionId }) => [emrQuestionId, "1"]));
  const visit = { team: "Behavioral Health", service_type: "Depression Screening", form_id: "PHQ-9", answers };
  const service = await api(demo, "POST", "/services", { patient_mrn: patients[0]?.mrn, ...visit });
  const { job_id: serviceId } = (await service.json()) as { job_id: number };
  await page.goto(`${portal.origin}/?view=job&job_id=${serviceId}`);
  await expect(viewIn(page, "job").getByRole("alert").filter({ hasText: "question 9" })).toContainText("988");

  await page.goto(`${portal.origin}/?view=job&job_id=${ownJob}`);
  await expect(viewIn(page, "job").getByRole("heading", { name: `Payment ${ownJob}` })).toBeVisible();
  await expect(viewIn(page, "job").locator('[aria-current="step"]')).toContainText("Completed");

  await page.getByRole("button", { name: "appointments", exact: true }).click();
  const appointments = viewIn(page, "appointments");
  await appointments
    .getByRole("radio", { name: "Table" })
    .or(appointments.getByText("Table", { exact: true }))
    .click();
  await expect(appointments.getByRole("table", { name: "Appointments" }).getByRole("row").nth(1)).toBeVisible();

  await page.getByRole("button", { name: "providers", exact: true }).click();
  const availability = viewIn(page, "providers");
  await expect(availability.getByRole("heading", { name: "Open slots for patients" })).toBeVisible();
  await expect(availability.getByText(/^\d{1,2}:\d\d [AP]M$/).first()).toBeVisible();
  const accent = () =>
    availability.locator("html").evaluate((html) => getComputedStyle(html).getPropertyValue("--accent"));
  await page.getByRole("button", { name: "Our colours" }).click();
  await expect.poll(accent).toBe("#7a3e00");
  await page.getByRole("button", { name: "Dark" }).click();
  await expect(availability.locator("html")).toHaveAttribute("data-theme", "dark");

  await page.getByRole("button", { name: "documents", exact: true }).click();
  const documents = viewIn(page, "documents");
  await documents
    .getByRole("button", { name: /\.pdf$/ })
    .first()
    .click();
  await expect(documents.locator("canvas").first()).toBeVisible();
  await page.getByRole("button", { name: "One more" }).click();
  await expect(page.locator("iframe")).toHaveCount(2);
  await expect(viewIn(page, "documents").getByRole("table", { name: "Documents" })).toBeVisible();
  await page.getByRole("button", { name: "Close all" }).click();
  await expect(page.locator("iframe")).toHaveCount(0);

  expect(tokens.length).toBeGreaterThanOrEqual(6);
  for (const token of tokens) expect(addresses.filter((address) => address.includes(token))).toEqual([]);
  expect(cookies).toEqual([]);
});

test("a view keeps typed values when its token expires, and closes when its session is revoked", {
  tag: "@long",
}, async ({ strict, portal, demo }) => {
  const page = await strict.newPage();
  const sessions: { session_id: string; token: string }[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/session?")) sessions.push(await response.json());
  });
  await page.goto(`${portal.origin}/?view=operation`);
  const form = viewIn(page, "operation");
  await form.getByRole("button", { name: /^More/ }).click();
  await form.getByLabel("Notes").fill("Typed before the token ended");
  // The page has its token before the test has read it.
  await expect.poll(() => sessions.length).toBe(1);
  const old = `Bearer ${sessions[0]?.token}`;
  // From now on the first token is refused, as after an hour of sleep.
  await page.route(`${demo.base_url}/**`, (route) => {
    const headers = route.request().headers();
    return route.continue({
      headers: headers.authorization === old ? { ...headers, authorization: "Bearer embed_ended" } : headers,
    });
  });
  await form.getByRole("combobox", { name: "Patient" }).click();
  await form.getByRole("combobox", { name: "Patient" }).pressSequentially("MRN-10000");
  await form.getByRole("option", { name: "MRN-10000" }).first().click();
  await expect.poll(() => sessions.length, "another token was requested").toBe(2);
  await expect(form.getByLabel("Notes")).toHaveValue("Typed before the token ended");

  const storage = await form.locator("html").evaluate(() => {
    try {
      return localStorage.length + sessionStorage.length;
    } catch {
      return "denied";
    }
  });
  expect(storage, "the view works without browser storage").toBe("denied");

  // Ending the first session closes the view although it holds a newer token by now.
  const { status } = await api(demo, "DELETE", `/embed/sessions/${sessions[0]?.session_id}`, {});
  expect(status).toBe(200);
  await expect(form.getByText("This view was closed")).toBeVisible();
  await expect(form.getByLabel("Notes")).toHaveCount(0);
  await expect(page.getByLabel("Events")).toContainText('error {"code":"revoked"');
});

test("a view without access to the stream also closes once its session is revoked", { tag: "@long" }, async ({
  strict,
  portal,
  demo,
}) => {
  const page = await strict.newPage();
  const asked = { view: "providers", origin: portal.origin, actor: { id: "7", name: "Robin" } };
  const make = async (given: object) =>
    (await (await api(demo, "POST", "/embed/sessions", { ...asked, ...given })).json()) as { session_id: string };
  const usual = await make({});
  const read = await api(demo, "GET", `/embed/sessions/${usual.session_id}`);
  const { embed_session } = (await read.json()) as { embed_session: { permissions: string[] } };
  const permissions = embed_session.permissions.filter((permission) => permission !== "events:read");
  expect(permissions).toHaveLength(embed_session.permissions.length - 1);
  const sessions: string[] = [];
  const streams: string[] = [];
  page.on("request", (request) => request.url().includes("/events/stream") && streams.push(request.url()));
  await page.route("**/session?*", async (route) => {
    const session = await make({ permissions });
    sessions.push(session.session_id);
    await route.fulfill({ status: 201, json: session });
  });
  await page.goto(`${portal.origin}/?view=providers`);
  const view = viewIn(page, "providers");
  await expect(view.getByRole("heading", { name: "Open slots for patients" })).toBeVisible();
  expect((await api(demo, "DELETE", `/embed/sessions/${sessions[0]}`, {})).status).toBe(200);
  await expect(view.getByText("This view was closed")).toBeVisible();
  expect(streams).toEqual([]);
});

test("a form without patient search accepts a typed MRN, and its job names the patient", { tag: "@long" }, async ({
  strict,
  portal,
  demo,
}) => {
  const page = await strict.newPage();
  const { patients } = (await (await api(demo, "GET", "/patients?limit=1")).json()) as {
    patients: { mrn: string; last_name: string }[];
  };
  const [patient] = patients;
  if (!patient) throw new Error("The demo has no patient");
  const patientReads: string[] = [];
  page.on("request", (request) => request.url().includes("/v1/patient") && patientReads.push(request.url()));
  await page.route("**/session?*", async (route) => {
    const session = await api(demo, "POST", "/embed/sessions", {
      view: "operation",
      parameters: { operation: "payments:create", values: { reference_number: "PORTAL-3", amount: 20 } },
      permissions: ["payments:create", "events:read", "jobs:read", "locations:read", "settings:read"],
      origin: portal.origin,
      actor: { id: "7", name: "Robin" },
    });
    await route.fulfill({ status: 201, json: await session.json() });
  });
  await page.goto(`${portal.origin}/?view=operation`);
  const form = viewIn(page, "operation");
  await form.getByRole("textbox", { name: "Patient" }).fill(patient.mrn);
  await sendPayment(form);
  await expect(form.getByText(patient.last_name).first()).toBeVisible();
  expect(patientReads).toEqual([]);
});

test("a view asks before an unusual amount is sent", { tag: "@long" }, async ({ strict, portal, demo }) => {
  const page = await strict.newPage();
  const { patients } = (await (await api(demo, "GET", "/patients?limit=1")).json()) as { patients: { mrn: string }[] };
  const patient_mrn = patients[0]?.mrn;
  await page.route("**/session?*", async (route) => {
    const session = await api(demo, "POST", "/embed/sessions", {
      view: "operation",
      parameters: { operation: "payments:create", patient_mrn, values: { reference_number: "PORTAL-4" } },
      permissions: ["payments:create", "events:read", "jobs:read", "locations:read", "settings:read", "claims:read"],
      origin: portal.origin,
      actor: { id: "7", name: "Robin" },
    });
    await route.fulfill({ status: 201, json: await session.json() });
  });
  await page.goto(`${portal.origin}/?view=operation`);
  const form = viewIn(page, "operation");
  await form.getByLabel("Amount").fill("25,550");
  await form.getByRole("button", { name: /Payment method/ }).click();
  await form.getByRole("option", { name: "Credit Card" }).click();
  await form.getByRole("button", { name: /Location/ }).click();
  await form.getByRole("option").first().click();
  await form.getByRole("button", { name: "Post payment" }).click();
  const question = form.getByRole("alertdialog", {
    name: "Post payment of twenty-five thousand five hundred fifty dollars?",
  });
  await expect(question.getByRole("button", { name: "Go back" })).toBeFocused();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel("Amount")).toHaveValue("25,550.00");
  await expect(form.getByRole("button", { name: "Post payment" })).toBeFocused();
  await page.keyboard.press("Enter");
  await question.getByRole("button", { name: "Post payment of $25,550.00" }).click();
  await expect(form.locator('[aria-current="step"]')).toContainText("Completed");
});

test("a view formats times and numbers for its locale's region, with English text, and prints light", {
  tag: "@long",
}, async ({ strict, portal, demo }) => {
  const page = await strict.newPage();
  await page.goto(`${portal.origin}/?view=providers&locale=de-DE`);
  const availability = viewIn(page, "providers");
  await expect(availability.getByRole("heading", { name: "Open slots for patients" })).toBeVisible();
  await expect(availability.getByText(/^\d{2}:\d\d$/).first()).toBeVisible();
  await expect(availability.getByText(/[AP]M$/)).toHaveCount(0);
  await expect(availability.getByRole("heading", { name: /^(Mon|Tue|Wed|Thu|Fri)/ }).first()).toBeVisible();

  const frame = page.frames().find((each) => each.url().startsWith(demo.console_url));
  expect(await printedOtherwiseInTheDark(page, frame)).toEqual([]);

  await page.goto(`${portal.origin}/?view=operation&locale=de-DE`);
  const form = viewIn(page, "operation");
  await expect(form.getByLabel("Amount")).toHaveValue("20,00");
  await form.getByLabel("Amount").fill("1.250,5");
  await form.getByRole("combobox", { name: "Patient" }).click();
  await expect(form.getByLabel("Amount")).toHaveValue("1.250,50");
  await expect(form.getByRole("button", { name: "Show suggestions" }).first()).toBeVisible();
});

test("only registered origins may frame a view, and no other page can be framed", { tag: "@long" }, async ({
  page,
  portal,
  demo,
}) => {
  const make = await fetch(`${portal.origin}/session?view=jobs`, {
    method: "POST",
    headers: { origin: portal.origin },
  });
  const { url, token } = (await make.json()) as { url: string; token: string };
  const policyOf = async (address: string) => (await fetch(address)).headers.get("content-security-policy");
  expect(await policyOf(url)).toMatch(new RegExp(`frame-ancestors [^;]*${portal.origin}`));
  for (const path of ["/sign-in", "/", "/embed", "/embed/x", `/embed/${"0".repeat(32)}`]) {
    expect(await policyOf(`${demo.console_url}${path}`), path).toContain("frame-ancestors 'none'");
  }
  const answer = await fetch(url);
  expect([answer.headers.get("set-cookie"), answer.headers.get("referrer-policy")]).toEqual([null, "no-referrer"]);
  expect(await answer.text()).not.toContain(token);

  const framing = (address: string) =>
    `<script>addEventListener("message", (e) => { document.title += JSON.stringify(e.data) })</script><iframe src="${address}"></iframe>`;
  const hostile = await startSite(framing(url));
  const refused = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.goto(hostile.origin);
  await refused;
  expect(await page.title()).toBe("");
  hostile.server.close();

  // A registered page may frame embedded views, but no other page such as the sign-in.
  const registered = await startSite(framing(`${demo.console_url}/sign-in`));
  const added = await api(demo, "POST", "/embed/origins", { origin: registered.origin });
  const { embed_origin } = (await added.json()) as { embed_origin: { id: string } };
  const refusedAgain = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.goto(registered.origin);
  await refusedAgain;
  await page.evaluate((address) => {
    const frame = document.querySelector("iframe");
    if (frame) frame.src = address;
  }, url);
  const view = page.frameLocator("iframe");
  await expect(view.getByRole("status", { name: "Loading" })).toBeVisible();
  await page.evaluate(
    (given) => {
      const frame = document.querySelector("iframe");
      frame?.contentWindow?.postMessage(
        { crc: 1, type: "token", session_id: given.url.slice(-32), token: given.token },
        "*",
      );
    },
    { url, token },
  );
  // The view posts messages only to the session's origin: another page receives none, and its token is refused.
  await expect(view.getByRole("table")).toHaveCount(0);
  await expect(view.getByRole("status", { name: "Loading" })).toBeVisible();
  expect(await page.title()).toBe("");
  registered.server.close();

  // Deleting an origin closes the views that its pages show.
  const shown = await page.context().newPage();
  await shown.goto(`${portal.origin}/?view=providers`);
  const availability = viewIn(shown, "providers");
  await expect(availability.getByRole("heading", { name: "Open slots for patients" })).toBeVisible();
  const { embed_origins } = (await (await api(demo, "GET", "/embed/origins")).json()) as {
    embed_origins: { id: string; origin: string }[];
  };
  const own = embed_origins.find(({ origin }) => origin === portal.origin);
  for (const id of [own?.id, embed_origin.id]) await api(demo, "DELETE", `/embed/origins/${id}`, {});
  await expect(availability.getByText("This view was closed")).toBeVisible();
  expect(await policyOf(url)).toContain("frame-ancestors 'none'");
});
