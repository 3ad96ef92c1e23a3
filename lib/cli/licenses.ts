import { readFileSync } from "node:fs";
import { refusedPackages, shippedPackages } from "#lib/launcher/licenses";

// Lists the licenses of what ships, and fails if one is unknown or not allowed.

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));
const shipped = shippedPackages(lock);
const byLicense = Map.groupBy(shipped, ({ license }) => license || "no license");
const lines = [...byLicense].map(([license, packages]) => {
  const names = packages.map(({ name, version }) => `${name} ${version}`);
  return `${license} (${packages.length}): ${names.join(", ")}`;
});
process.stdout.write(`${lines.sort().join("\n")}\n`);
const refused = refusedPackages(shipped);
for (const { name, version, license } of refused) {
  process.stderr.write(`${name} ${version} may not ship: ${license || "no license"}\n`);
}
if (refused.length > 0) process.exitCode = 1;
