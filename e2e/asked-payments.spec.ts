import type { Locator, Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { newReference } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

const question = (page: Page): Locator => page.getByRole("alertdialog", { name: /^Post payment of .+\?$/ });

const sentUnder = async (demo: Parameters<typeof readApi>[0], reference: string) => {
  const { payments } = await readApi<{ payments: { reference_number: string; amount: number }[] }>(
    demo,
    "/payments?limit=100",
  );
  return payments.filter((each) => each.reference_number === reference).map(({ amount }) => amount);
};

test("an amount above what is open is asked about once, in words, and Esc leaves the form as it is", async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  const reference = newReference("ASKED");
  await console.fillPayment({ patient: "MRN-1001", amount: "2,550", reference });
  await page.getByLabel("Reference number").press("Control+Enter");
  const dialog = question(page);
  await expect(dialog).toHaveAccessibleName("Post payment of two thousand five hundred fifty dollars?");
  await expect(dialog).toHaveAccessibleDescription(/open on this patient’s claims\..*Nothing has been sent yet\.$/);
  await expect(dialog.getByRole("button", { name: "Go back" })).toBeFocused();
  expect(await findingsInBothThemes(page)).toEqual([]);

  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel("Reference number")).toBeFocused();
  await expect(page.getByLabel("Amount")).toHaveValue("2,550.00");
  await expect(page.getByLabel("Reference number")).toHaveValue(reference);
  // A second Enter by habit leaves it as well.
  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("button", { name: "Go back" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  expect(await sentUnder(demo, reference)).toEqual([]);

  await page.keyboard.press("Control+Enter");
  await expect(dialog.getByRole("button", { name: "Go back" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("button", { name: "Post payment of $2,550.00" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(console.step).toContainText("Completed");
  expect(await sentUnder(demo, reference)).toEqual([2550]);
});

test("the same payment within a day is asked about, from Another one like this and from a second tab", async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  const reference = newReference("ASKED");
  await console.fillPayment({ patient: "MRN-1003", amount: "3", reference });
  const second = new ConsolePage(await page.context().newPage(), demo);
  await second.page.goto(page.url().split("?")[0] ?? "");
  await second.openPaymentForm();
  await second.fillPayment({ patient: "MRN-1003", amount: "$3.00", reference: reference.toLowerCase() });
  // Both at once: one of them is asked.
  await Promise.all([console, second].map((each) => each.page.keyboard.press("Control+Enter")));
  const asked = await Promise.any(
    [console, second].map(async (each) => {
      await question(each.page).waitFor();
      return each;
    }),
  );
  const sent = asked === console ? second : console;
  await expect(sent.step).toContainText("Completed");
  await expect(question(asked.page)).toHaveAccessibleName("Post payment of three dollars again?");
  await expect(question(asked.page)).toContainText(/The same amount and reference number were sent .+, as job \d+\./);
  await asked.page.keyboard.press("Escape");

  await sent.panel.getByRole("button", { name: "Another one like this" }).click();
  await expect(sent.page.getByRole("form", { name: "Payment" }).getByLabel("Amount")).toHaveValue("3.00");
  await sent.send();
  await expect(question(sent.page)).toBeVisible();
  await question(sent.page).getByRole("button", { name: "Go back" }).click();
  expect((await sentUnder(demo, reference)).length + (await sentUnder(demo, reference.toLowerCase())).length).toBe(1);

  // With a reference of its own it is another payment.
  await sent.page.getByLabel("Reference number").fill(newReference("ASKED"));
  await sent.send();
  await expect(sent.step).toContainText("Completed");
  await second.page.close();
});

test("a payment whose answer was lost is sent again without a question", async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  const reference = newReference("ASKED");
  await console.fillPayment({ patient: "MRN-1003", amount: "4", reference });
  await page.route("**/v1/payments", async (route) => {
    if (route.request().method() === "POST") await route.fetch();
    await (route.request().method() === "POST" ? route.abort() : route.continue());
  });
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("The connection was lost")).toBeVisible();
  await page.unroute("**/v1/payments");
  await page.keyboard.press("Control+Enter");
  await expect(console.step).toContainText("Completed");
  expect(await sentUnder(demo, reference)).toEqual([4]);
});
