import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { expect, test } from "./support/test.ts";

const COMMAND = fileURLToPath(new URL("../lib/cli/emr-directory.ts", import.meta.url));
const PUBLISHER = "Northern Vendor";

/** Runs the operator's command beside the product of this run. */
const run = async (...args: string[]) =>
  (
    await promisify(execFile)(process.execPath, [COMMAND, ...args], {
      env: { ...process.env, DATA_DIR: process.env.E2E_DATA_DIR },
    })
  ).stdout;

const practice = (id: string, name: string, city: string) => [
  {
    resourceType: "Organization",
    id,
    name,
    address: [{ city, state: "MN" }],
    endpoint: [{ reference: `Endpoint/${id}` }],
  },
  { resourceType: "Endpoint", id, status: "active", address: `https://fhir.northern.example/${id}/R4` },
];

let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "crc-directory-"));
  const file = join(folder, "endpoints.json");
  const resources = [
    ...practice("lake", "Lake Superior Clinic", "Duluth"),
    ...practice("harbor", "Superior Harbor Family Practice", "Two Harbors"),
  ];
  await writeFile(file, JSON.stringify({ resourceType: "Bundle", entry: resources.map((resource) => ({ resource })) }));
  expect(await run("import", file, "--name", PUBLISHER)).toContain("2 EMRs can be found");
});

test.afterAll(async () => {
  await run("remove", PUBLISHER);
  await rm(folder, { recursive: true });
});

test("who links a FHIR server finds it by its practice and town, and goes on with its address", async ({
  page,
  demo,
}) => {
  await new ConsolePage(page, demo).signIn("admin", "Integrations");
  await page.getByRole("button", { name: "Link an EMR" }).click();
  const form = page.getByRole("form", { name: "Link an EMR" });
  await form.getByText("FHIR R4").click();
  await form.getByRole("button", { name: "Next" }).click();
  const finder = form.getByRole("combobox", { name: "Find your EMR" });
  await finder.fill("nobody here");
  await expect(page.getByText("No published EMR has these words. Enter its address below")).toBeVisible();
  await finder.fill("superior");
  const options = page.getByRole("option");
  await expect(options).toHaveText([/^Superior Harbor Family Practice/, /^Lake Superior Clinic/]);
  expect(await findingsInBothThemes(page)).toEqual([]);
  await finder.fill("superior dulu");
  await expect(options).toHaveText([/^Lake Superior ClinicDuluth, MN · fhir\.northern\.example · Northern Vendor/]);
  // A scanner's Enter chooses the only one, and sends no form.
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Base URL")).toHaveValue("https://fhir.northern.example/lake/R4");
  await expect(form.getByText("The address below is now https://fhir.northern.example/lake/R4")).toBeVisible();
  await form.getByLabel("Base URL").fill("https://typed.example/R4");
  await expect(form.getByLabel("Base URL")).toHaveValue("https://typed.example/R4");
});
