import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { newReference, payerOf } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

test("a payment's panel says by which method and where, and what was posted since the balance was read", async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  const patient = await payerOf(demo);
  await console.fillPayment({ patient, amount: "21.50", reference: newReference("CHECKED") });
  await console.send();
  await expect(console.step).toContainText("Completed");
  const checked = console.panel.getByRole("region", { name: "What to check" });
  await expect(checked).toContainText(/Payment method\s*Credit Card/);
  await expect(checked).toContainText(/Location\s*\w/);
  const balance = console.panel.getByRole("region", { name: "Result", exact: true });
  await expect(balance).toContainText(/Open balance\s*\$[\d,.]+ on claims, last sync/);
  await expect(balance).toContainText(/\$[\d,.]+ posted (at|in)/);
  expect(await findingsInBothThemes(page)).toEqual([]);

  await page.goto(`${await console.enter()}/patients/${patient}`);
  await expect(page.getByText(/\$[\d,.]+ posted (at \d+:\d\d [AP]M|in \d+ payments)/).first()).toBeVisible();
});
