import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { documentsWithTables } from "./tables.ts";

const read = (document: string) => readFileSync(join(import.meta.dirname, "../../../docs", document), "utf8");

it("are what the definitions say: run `npm run catalog` after a change", () => {
  for (const [document, text] of Object.entries(documentsWithTables(read))) expect(read(document), document).toBe(text);
});

it("are found by their heads, and end where the text goes on", () => {
  expect(() => documentsWithTables(() => "")).toThrow("docs/interface.md has no table with the head | operation |");
  const heads = [
    "| operation | request | permission | events | section |",
    "| type | `data` |",
    "| read | permission | parameters |",
    "| command | permission | fields |",
    "| resource | integrator | assistant | `staff` | `admin` |",
  ];
  const text = heads.map((head) => `${head}\n| old |\n\nText after.\n`).join("\n");
  const made = documentsWithTables(() => text);
  expect(made["interface.md"]?.match(/Text after/g)).toHaveLength(5);
  expect(made["decisions.md"]).toContain(
    "| `GET /recalls` | `recalls:read` | `patient_mrn`, `status`, `due_before`, `sort` |",
  );
  expect(made["decisions.md"]).toContain(
    "| `payments` | `create`, `read` | `read` | `create`, `read` | `create`, `read` |",
  );
});
