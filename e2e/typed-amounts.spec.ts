import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { newReference, payerOf } from "./support/payments.ts";
import { expect, test } from "./support/test.ts";

test("an amount is posted as it was read back; a comma that is none of thousands is asked about", async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  await console.openPaymentForm();
  const reference = newReference("TYPED");
  await console.fillPayment({ patient: await payerOf(demo), amount: "25,50", reference });
  const form = page.getByRole("form", { name: "Payment" });
  const field = form.getByLabel("Amount");
  await console.send();
  await expect(form.getByText("Which amount is meant?", { exact: true })).toBeVisible();
  await expect(field).toHaveValue("25,50");
  await form.getByRole("button", { name: "$25.50", exact: true }).click();
  await expect(field).toHaveValue("25.50");
  await expect(field).toBeFocused();
  await expect(form.getByText("Which amount is meant?", { exact: true })).toHaveCount(0);

  // Read back in words beside the field while it is typed, and to a screen reader once the field is left.
  for (const [typed, shown, words] of [
    ["$60.00", "60.00", "sixty dollars"],
    ["USD 1,250", "1,250.00", "one thousand two hundred fifty dollars"],
    [" 12.3 ", "12.30", "twelve dollars and thirty cents"],
  ] as const) {
    await field.fill(typed);
    await expect(field).toHaveAccessibleDescription(words);
    await field.blur();
    await expect(field).toHaveValue(shown);
    await expect(form.getByRole("status").filter({ hasText: words })).toHaveText(words);
  }
  for (const typed of ["sixty", "60k", "-60", "€60", "60²", "0.999"]) {
    await field.fill(typed);
    await field.blur();
    await expect(form.getByText(/^Enter (?:an|the) amount/).first()).toBeVisible();
    await expect(field).toHaveValue(typed);
  }
  await field.fill("$25.50");
  await console.send();
  await expect(console.step).toContainText("Completed");
  const { payments } = await readApi<{ payments: { reference_number: string; amount: string }[] }>(
    demo,
    "/payments?limit=50",
  );
  expect(Number(payments.find((each) => each.reference_number === reference)?.amount)).toBe(25.5);
});
