import { readApi } from "./support/api.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

interface Insurance {
  id: string;
  payer_name: string;
  member_id: string;
  group_number: string | null;
  priority: number;
  relationship: string;
  status: string;
}

test("an insurance is added and changed on the patient's page", async ({ page, demo }) => {
  const { patients } = await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=30");
  const mrn = patients.at(-1)?.mrn ?? "";
  const stored = async () =>
    (await readApi<{ insurances: Insurance[] }>(demo, `/patients/${mrn}/insurances`)).insurances;
  const console = new ConsolePage(page, demo);
  await page.goto(`${await console.enter()}/patients/${mrn}`);
  const list = page.getByRole("region", { name: "Insurances added here" });

  await list.getByRole("button", { name: "Add insurance" }).click();
  const adding = page.getByRole("form", { name: "Insurance", exact: true });
  await adding.getByText("By payer's name").click();
  await adding.getByRole("textbox", { name: /^Payer's name/ }).fill("Riverside Health Plan");
  await adding.getByRole("textbox", { name: /^Member number/ }).fill("RHP 7");
  await adding.getByRole("textbox", { name: /^Priority/ }).fill("1");
  await console.send();
  await expect(console.step).toContainText("Completed");
  await expect(list).toContainText("Riverside Health Plan");
  await expect(list).toContainText("Primary · number RHP 7");

  await list.getByRole("button", { name: "Change the insurance of Riverside Health Plan" }).click();
  const changing = page.getByRole("form", { name: "Insurance change" });
  await expect(changing.getByRole("textbox", { name: /^Member number/ })).toHaveValue("RHP 7");
  await changing.getByRole("textbox", { name: /^Group number/ }).fill("G-9");
  await console.send();
  await expect(console.step).toContainText("Completed");
  await expect(list).toContainText("Primary · number RHP 7 · group G-9");
  expect(await stored()).toMatchObject([
    { payer_name: "Riverside Health Plan", member_id: "RHP 7", group_number: "G-9", priority: 1, status: "completed" },
  ]);
  const { jobs } = await readApi<{ jobs: { request: Record<string, unknown> }[] }>(
    demo,
    `/jobs?type=patient-insurances:update&patient_mrn=${mrn}&limit=1`,
  );
  expect(jobs[0]?.request).toEqual({ group_number: "G-9" });

  await test.step("from the menu of the page the insurance is chosen", async () => {
    await page.getByRole("button", { name: "New for this patient" }).click();
    await console.chooseOperation("Insurance change");
    await changing.getByRole("button", { name: /Insurance/ }).click();
    await page.getByRole("option", { name: /^Riverside Health Plan/ }).click();
    await changing.getByRole("textbox", { name: /^Member number/ }).fill("RHP 8");
    await console.send();
    await expect(console.step).toContainText("Completed");
    expect(await stored()).toMatchObject([{ member_id: "RHP 8", group_number: "G-9" }]);
  });
});
