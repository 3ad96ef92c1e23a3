import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { shippedPackages } from "#lib/launcher/licenses";

// Prints the bill of materials of everything that ships (CycloneDX), as npm makes it from package-lock.json.

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MAX_BYTES = 64 * 2 ** 20;
const ASKED = ["sbom", "--package-lock-only", "--sbom-format", "cyclonedx", "--sbom-type", "application"];

interface Bill {
  metadata: { component: { name: string; "bom-ref": string } };
  components: { "bom-ref": string }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const lock = JSON.parse(readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8"));
const all: Bill = JSON.parse(
  execFileSync("npm", ASKED, {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: MAX_BYTES,
    stdio: ["ignore", "pipe", "inherit"],
  }),
);
// npm names the product after the folder that it stands in.
const component = { ...all.metadata.component, name: lock.name };
// npm's own `--omit dev` also leaves out what ships but is a development package's dependency as well, such as zod.
const shipped = new Set(shippedPackages(lock).map(({ name, version }) => `${name}@${version}`));
const components = all.components.filter((each) => shipped.has(each["bom-ref"]));
const dependencies = all.dependencies
  .filter(({ ref }) => shipped.has(ref) || ref === component["bom-ref"])
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => shipped.has(each)) }));
const bill = { ...all, metadata: { ...all.metadata, component }, components, dependencies };
process.stdout.write(`${JSON.stringify(bill, null, 2)}\n`);
