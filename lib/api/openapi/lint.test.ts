import { createConfig, lintFromString } from "@redocly/openapi-core";
import { expect, it } from "vitest";
import { openApiDocument } from "./document.ts";

it("passes the recommended rules of Redocly", { tags: "long" }, async () => {
  const config = await createConfig({ extends: ["recommended"] });
  const source = JSON.stringify(openApiDocument());
  const problems = await lintFromString({ source, absoluteRef: "/openapi.json", config });
  expect(problems.map(({ ruleId, location }) => [ruleId, location[0]?.pointer])).toEqual([]);

  // The same rules find what is wrong.
  const broken = await lintFromString({
    source: source.replaceAll('"listPatients"', '"list patients"'),
    absoluteRef: "/openapi.json",
    config,
  });
  expect(broken.some(({ severity }) => severity === "error")).toBe(true);
});
