import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { shippedPackages } from "#lib/launcher/licenses";

const SCRIPT = fileURLToPath(new URL("./sbom.ts", import.meta.url));
const MAX_BYTES = 64 * 2 ** 20;
const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));

it("names the product, whatever folder it stands in, and exactly the packages that ship", { tags: "long" }, () => {
  const printed = execFileSync(process.execPath, [SCRIPT], { encoding: "utf8", maxBuffer: MAX_BYTES, stdio: "pipe" });
  const { metadata, components, dependencies } = JSON.parse(printed);
  expect(metadata.component).toMatchObject({ type: "application", name: lock.name, version: lock.version });
  const listed = components.map((each: { "bom-ref": string }) => each["bom-ref"]);
  const shipped = new Set(shippedPackages(lock).map(({ name, version }) => `${name}@${version}`));
  expect(new Set(listed)).toEqual(shipped);
  expect(listed).toContain(`zod@${lock.packages["node_modules/zod"].version}`);
  const known = new Set([...listed, metadata.component["bom-ref"]]);
  const named = dependencies.flatMap(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [ref, ...dependsOn]);
  expect(named.filter((ref: string) => !known.has(ref))).toEqual([]);
});
