import type { Page } from "@playwright/test";
import { readApi } from "./support/api.ts";
import { findingsInBothThemes } from "./support/axe.ts";
import { ConsolePage } from "./support/console.ts";
import { Effort } from "./support/effort.ts";
import { expect, test } from "./support/test.ts";

/** A picture of one pixel. */
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

interface Dragged {
  name: string;
  type: string;
  base64: string;
}

const letter = (name: string): Dragged => ({ name, type: "text/plain", base64: btoa(`Seen on Monday: ${name}`) });

/** Drags files over the middle of the page, and drops them there. */
async function drag(page: Page, files: readonly Dragged[], events: readonly string[]): Promise<void> {
  await page.evaluate(
    ({ files, events }) => {
      const carried = new DataTransfer();
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
        carried.items.add(new File([bytes], name, { type }));
      }
      const target = document.querySelector("h1");
      for (const event of events)
        target?.dispatchEvent(new DragEvent(event, { bubbles: true, cancelable: true, dataTransfer: carried }));
    },
    { files, events },
  );
}

const OVER = ["dragenter", "dragover"];

test("a file that is dropped anywhere is filed beside its picture, for the patient who is chosen there", {
  tag: "@long",
}, async ({ page, demo }) => {
  const console = new ConsolePage(page, demo);
  await console.signIn();
  const [patient] = (await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1")).patients;
  const effort = await Effort.from(page);
  const fax = { name: "Fax of today.png", type: "image/png", base64: PNG };
  await drag(page, [fax], OVER);
  await expect(page.getByText("Drop it to file a document")).toBeVisible();
  expect(await findingsInBothThemes(page)).toEqual([]);
  await drag(page, [fax], ["drop"]);
  await expect(page.getByText("Drop it to file a document")).toBeHidden();
  const form = page.getByRole("form", { name: "Document" });
  await expect(form.getByRole("img", { name: fax.name })).toBeVisible();
  await expect(form.getByRole("combobox", { name: "Patient" })).toBeFocused();
  await page.keyboard.type(patient?.mrn ?? "");
  await page.keyboard.press("Enter");
  await expect(form.getByText(`${patient?.mrn} · born`)).toBeVisible();
  await console.send();
  await expect(console.step).toContainText("Completed");
  expect((await effort.spent()).clicks).toBe(1);
  const { documents } = await readApi<{ documents: { file_name: string }[] }>(
    demo,
    `/documents?patient_mrn=${patient?.mrn}&limit=200`,
  );
  expect(documents.map(({ file_name: name }) => name)).toContain(fax.name);
});

test("of several files each is filed by itself, and one of another kind is told", { tag: "@long" }, async ({
  page,
  demo,
}) => {
  const console = new ConsolePage(page, demo);
  const [patient] = (await readApi<{ patients: { mrn: string }[] }>(demo, "/patients?limit=1")).patients;
  await page.goto(`${await console.enter()}/patients/${patient?.mrn}`);
  await expect(page.getByText("Live", { exact: true })).toBeVisible();
  const archive = { name: "Scans.zip", type: "application/zip", base64: "UEsDBA==" };
  await drag(page, [letter("One.txt"), archive, letter("Two.txt"), letter("Three.txt")], [...OVER, "drop"]);
  const refused = page.getByRole("alert").filter({ hasText: "Not taken: Scans.zip" });
  await expect(refused).toContainText("PDF, JPEG, PNG, TIFF or text");
  const form = page.getByRole("form", { name: "Document" });
  await expect(form.getByText("Seen on Monday: One.txt")).toBeVisible();
  await expect(form.getByRole("combobox", { name: "Patient" })).not.toHaveValue("");
  const dropped = page.getByRole("region", { name: "Dropped files" });
  await expect(dropped).toContainText("2 more files wait");
  expect(await findingsInBothThemes(page)).toEqual([]);
  await refused.getByRole("button", { name: "Dismiss" }).click();
  await console.send();
  await expect(console.step).toContainText("Completed");
  await dropped.getByRole("button", { name: "File Two.txt" }).click();
  await expect(form.getByText("Seen on Monday: Two.txt")).toBeVisible();
  await expect(dropped).toContainText("1 more file waits");

  await test.step("a file that is dropped while the form is open takes the place of its file", async () => {
    await drag(page, [letter("Better.txt")], [...OVER, "drop"]);
    await expect(form.getByText("Seen on Monday: Better.txt")).toBeVisible();
    await expect(form.getByText("Seen on Monday: Two.txt")).toBeHidden();
  });

  await dropped.getByRole("button", { name: "Leave them" }).click();
  await expect(dropped).toBeHidden();
});
