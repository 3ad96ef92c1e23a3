import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const filesOf = (folder: string): string[] => readdirSync(join(import.meta.dirname, folder));

it.each(["sandbox", "fhir", "records-api"])("%s has the parts of a connector under their names", (connector) => {
  expect(filesOf(connector)).toEqual(expect.arrayContaining(["connection.ts", "connector.ts", "contract.test.ts"]));
});

// The dialects of records_api are as different as connectors; what they share stands beside them.
it.each(["sandbox", "fhir", "records-api/dialects/interface", "records-api/dialects/cobalt"])(
  "%s says in capabilities.ts how it supports each capability",
  (connector) => {
    expect(filesOf(connector)).toContain("capabilities.ts");
  },
);

it("the dialects of records_api have the same parts", () => {
  const parts = [
    "capabilities.ts",
    "claims.ts",
    "dialect.ts",
    "pages.ts",
    "probe.ts",
    "record-kinds.ts",
    "settings.ts",
  ];
  for (const dialect of ["interface", "cobalt"]) {
    expect(filesOf(`records-api/dialects/${dialect}`), dialect).toEqual(expect.arrayContaining(parts));
  }
});
