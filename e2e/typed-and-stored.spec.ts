import type { Locator, Page } from "@playwright/test";
import { amountInWords } from "#lib/kernel/amount-words";
import { TYPED_AMOUNTS, TYPED_BIRTH_DATES, TYPED_DEADLINES, type Typed } from "#lib/testing/typed-as-people-do";
import { ConsolePage } from "./support/console.ts";
import { newReference, payerOf } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

const dayInWords = (day: string) =>
  new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" }).format(Date.parse(day));

/** Answers the requests of a form as a server that is busy with them, and returns the bodies that it was sent. */
async function holdRequests(page: Page, path: string): Promise<Record<string, unknown>[]> {
  const bodies: Record<string, unknown>[] = [];
  await page.route(`**/v1/${path}`, (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    bodies.push(route.request().postDataJSON());
    return route.fulfill({ status: 400, json: { message: "Not taken by this test", errors: [] } });
  });
  return bodies;
}

interface Entry {
  page: Page;
  form: Locator;
  field: Locator;
  bodies: Record<string, unknown>[];
}

/** Enters a text, by keys or as a whole, and sends the form. Returns what was read back, and the body that was sent; null if none was. */
async function send({ page, form, field, bodies }: Entry, text: string, isPasted: boolean) {
  await field.fill("");
  await field.focus();
  if (isPasted) await page.keyboard.insertText(text);
  else await page.keyboard.type(text);
  const said = (await field.getAttribute("aria-describedby")) ?? "";
  const readBack = (await page.locator(`[id="${said}"]`).textContent()) ?? "";
  const before = bodies.length;
  await page.keyboard.press("Tab");
  await form.locator('button[type="submit"]').click();
  const question = page.getByRole("alertdialog");
  const isDone = async () =>
    bodies.length > before ||
    (await field.getAttribute("aria-invalid")) === "true" ||
    ((await question.isVisible()) && "asked");
  await expect.poll(isDone, text).toBeTruthy();
  const asked = (await question.isVisible()) ? ((await question.getByRole("heading").textContent()) ?? "") : "";
  if (asked !== "") await question.getByRole("button").last().click();
  if (asked !== "") await expect.poll(() => bodies.length, text).toBeGreaterThan(before);
  await expect(form.locator('button[type="submit"]')).not.toHaveAttribute("data-pending", "true");
  return { readBack, asked, body: bodies.length > before ? (bodies.at(-1) ?? null) : null };
}

/** Tries every text, every other one as if pasted. Returns what was sent otherwise than it was read back, or than people mean it. */
async function tryAll(entry: Entry, cases: readonly Typed[], name: string, wordsOf: (value: string) => string) {
  const wrong: string[] = [];
  for (const [index, [text, meaning]] of cases.entries()) {
    const { readBack, asked, body } = await send(entry, text, index % 2 === 0 || /[^\x20-\x7e]/.test(text));
    const sent = body === null ? "" : String(body[name] ?? "nothing");
    if (sent !== meaning)
      wrong.push(`${JSON.stringify(text)} was sent as ${sent || "nothing"}, not as ${meaning || "nothing"}`);
    if (sent !== "" && !readBack.startsWith(wordsOf(sent)))
      wrong.push(`${JSON.stringify(text)} was read back as ${readBack}, and sent as ${sent}`);
    if (sent === "" && readBack.trim() === "") wrong.push(`${JSON.stringify(text)} was not said to be wrong`);
    // What cannot be read stays, so that it can be mended.
    if (sent === "") await expect(entry.field, text).not.toHaveValue("");
    if (asked !== "" && !asked.includes(wordsOf(sent)))
      wrong.push(`${JSON.stringify(text)} was asked about as ${asked}`);
  }
  return wrong;
}

test("no day of a task is sent as something else than is read back", { tag: "@long" }, async ({ page, demo }) => {
  test.slow();
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Task");
  await console.pickPatient("MRN-1001", "Task");
  await form.getByLabel("Description").fill("Typed as people do");
  const entry = { page, form, field: form.getByLabel("Due date"), bodies: await holdRequests(page, "tasks") };
  expect(await tryAll(entry, TYPED_DEADLINES, "due_date", dayInWords)).toEqual([]);
});

test("no birth date is sent as something else than is read back", { tag: "@long" }, async ({ page, demo }) => {
  test.slow();
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const form = await console.openForm("Patient");
  await form.getByLabel("First name").fill("Quenby");
  await form.getByLabel("Last name").fill("Ravenscar");
  await form.getByRole("textbox", { name: /^Phone/ }).fill("740-555-0123");
  await form.getByLabel("Email").fill("quenby@example.com");
  await console.choose("Gender", "Female");
  const field = form.getByRole("textbox", { name: /birth/i });
  const entry = { page, form, field, bodies: await holdRequests(page, "patients") };
  expect(await tryAll(entry, TYPED_BIRTH_DATES, "dob", dayInWords)).toEqual([]);
});

test("no amount is sent as something else than is read back", { tag: "@long" }, async ({ page, demo }) => {
  test.slow();
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  await console.fillPayment({ patient: await payerOf(demo), amount: "1", reference: newReference("HABIT") });
  const form = page.getByRole("form", { name: "Payment" });
  const entry = { page, form, field: form.getByLabel("Amount"), bodies: await holdRequests(page, "payments") };
  const inWords = (amount: string) => amountInWords(Number(amount));
  expect(await tryAll(entry, TYPED_AMOUNTS, "amount", inWords)).toEqual([]);
});
