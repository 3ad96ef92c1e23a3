import type { Locator, Page } from "@playwright/test";
import { words } from "#components/shell/words.ts";
import { operationSummaries } from "#lib/catalog/summaries";
import type { DemoFile } from "#lib/launcher/demo-file";
import { type Role, sharedSession, userOf } from "./session.ts";
import { expect } from "./test.ts";

/** The console as a user of the first organization sees it. */
export class ConsolePage {
  readonly page: Page;
  readonly #demo: DemoFile;

  constructor(page: Page, demo: DemoFile) {
    this.page = page;
    this.#demo = demo;
  }

  /**
   * Signs in with a session that other tests share, without opening a page. Returns the address of the first account's
   * pages, such as `http://127.0.0.1:4000/a/0190…`.
   */
  async enter(role: Role = "staff"): Promise<string> {
    const { account, cookies } = await sharedSession(this.#demo, role);
    await this.page.context().addCookies(cookies);
    return account;
  }

  /** Signs in as `enter` does, and opens a section of the console. */
  async signIn(role: Role = "staff", section = "Today"): Promise<void> {
    await this.page.goto(`${await this.enter(role)}/${section.toLowerCase().replaceAll(" ", "-")}`);
    await this.#expectSection(section);
  }

  /** Signs in on the sign-in page, with a new session. */
  async signInByForm(role: Role = "staff"): Promise<void> {
    const { email, password } = userOf(this.#demo, role);
    await this.page.goto(`${this.#demo.console_url}/sign-in`);
    await this.page.getByLabel("Email").fill(email);
    await this.page.getByLabel("Password", { exact: true }).fill(password);
    await this.page.getByRole("button", { name: "Sign in" }).click();
    await this.#expectSection("Today");
  }

  async #expectSection(name: string): Promise<void> {
    await expect(this.page.getByRole("heading", { name, level: 1, exact: true })).toBeVisible();
    await expect(this.page.getByText("Live", { exact: true })).toBeVisible();
  }

  /** Opens an operation's form from the New menu. Returns the form. `name`: the operation's, such as "Payment". */
  async openForm(name: string): Promise<Locator> {
    await this.page.getByRole("button", { name: "New", exact: true }).click();
    await this.chooseOperation(name);
    const form = this.page.getByRole("form", { name });
    await expect(form).toBeVisible();
    return form;
  }

  /** Chooses an operation in the open menu New, or in that of a patient's page, with its group if it stands in one. */
  async chooseOperation(name: string): Promise<void> {
    const operation = operationSummaries.find((each) => each.name === name);
    if (!operation) throw new Error(`There is no operation ${name}`);
    const item = this.page.getByRole("menuitem", { name: operation.title, exact: true });
    if (operation.menuGroup) {
      const group = this.page.getByRole("menuitem", { name: words.groups[operation.menuGroup], exact: true });
      await expect(group.or(item)).toBeVisible();
      if (await group.isVisible()) await group.click();
    }
    await item.click();
  }

  async openPaymentForm(): Promise<void> {
    await this.openForm("Payment");
  }

  /** Opens a section from the navigation, and waits for its heading. */
  async goTo(section: string): Promise<void> {
    await this.page.getByRole("navigation", { name: "Console" }).getByRole("link", { name: section }).click();
    await expect(this.page.getByRole("heading", { name: section, level: 1 })).toBeVisible();
  }

  /** Signs in and shows the appointments of a whole week, which has some of every category on any day. */
  async openWeek(role: Role, category: string): Promise<void> {
    const account = await this.enter(role);
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    const week = new URLSearchParams({ start_date: day(-3), end_date: day(3), category });
    await this.page.goto(`${account}/appointments?${week}`);
    await expect(
      this.page.getByRole("table", { name: "Appointments" }).getByRole("row").nth(1).getByRole("button").first(),
    ).toBeVisible();
  }

  /** Picks the first patient whose MRN starts with this text, in the form with this name. */
  async pickPatient(mrn: string, form = "Payment"): Promise<void> {
    const field = this.page.getByRole("combobox", { name: "Patient" });
    await field.click();
    await field.pressSequentially(mrn);
    await this.page.getByRole("option", { name: mrn }).first().click();
    await expect(this.page.getByRole("form", { name: form }).getByText(new RegExp(`^${mrn}\\d* · born`))).toBeVisible();
  }

  async choose(label: string, option: string | RegExp): Promise<void> {
    // The head of a table may sort by a column of the same name.
    const opensList = this.page.locator('[aria-haspopup="listbox"]');
    const button = this.page.getByRole("button", { name: new RegExp(label) }).and(opensList);
    await button.click();
    await this.page.getByRole("option", { name: option }).first().click();
    // A closing list returns the focus to its button; a field that is filled earlier loses the focus and its text.
    await expect(button).toBeFocused();
  }

  async fillPayment(given: { patient: string; amount: string; reference: string }): Promise<void> {
    await this.pickPatient(given.patient);
    await this.page.getByLabel("Amount").fill(given.amount);
    await this.choose("Payment method", "Credit Card");
    await this.page.getByLabel("Reference number").fill(given.reference);
    await this.choose("Location", /./);
  }

  /** The live panel of a sent job; only one is open at a time. */
  get panel(): Locator {
    return this.page.getByRole("article", { name: / \d+$/ });
  }

  /** The current step of the panel's job: Accepted, Running, Completed or Failed. */
  get step(): Locator {
    return this.panel.locator('[aria-current="step"]');
  }

  /** Opens the technical details of the panel's job, and returns them. */
  async openDetails(): Promise<Locator> {
    const details = this.panel.locator("details").filter({ hasText: "Technical details" }).first();
    await expect(details).toBeVisible();
    if ((await details.getAttribute("open")) === null) await details.locator("summary").first().click();
    return details;
  }

  /** Submits the open operation's form. */
  async send(): Promise<void> {
    await this.page.getByRole("form").locator('button[type="submit"]').click();
  }
}
