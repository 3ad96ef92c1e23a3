/** A package as package-lock.json describes it. */
interface LockedPackage {
  version?: string;
  license?: string;
  dev?: boolean;
}

/** A package that ships, with its license as an SPDX expression; empty if it names none. */
export interface Licensed {
  name: string;
  version: string;
  license: string;
}

/** Licenses that ask for no more than to be named. */
const PERMISSIVE = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "OFL-1.1",
  "Unlicense",
]);

/** Packages with another license, each with the reason why it may ship. */
const DECIDED: readonly { name: RegExp; license: string; reason: string }[] = [
  {
    name: /^@img\/sharp-/,
    license: "LGPL-3.0-or-later",
    reason: "an optional part of Next.js that contains libvips, unmodified and loaded as a library of its own",
  },
  {
    name: /^lightningcss(-|$)/,
    license: "MPL-2.0",
    reason: "minifies the styles during the build, unmodified; none of it is in what is served",
  },
  {
    name: /^caniuse-lite$/,
    license: "CC-BY-4.0",
    reason: "a table of browsers, used by the build and named in the bill of materials",
  },
];

/** Lists the packages that ship, in the order of their names: all of package-lock.json but those for development. */
export function shippedPackages(lock: { packages: Record<string, LockedPackage> }): Licensed[] {
  return Object.entries(lock.packages)
    .filter(([place, { dev }]) => place !== "" && !dev)
    .map(([place, { version = "", license = "" }]) => ({
      name: place.split("node_modules/").at(-1) ?? place,
      version,
      license,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the packages that may not ship: their license is unknown, or neither permissive nor decided on by name. */
export const refusedPackages = (packages: readonly Licensed[]): Licensed[] =>
  packages.filter(({ name, license }) => {
    const decided = DECIDED.filter((decision) => decision.name.test(name)).map((decision) => decision.license);
    const allows = (term: string) => PERMISSIVE.has(term) || decided.includes(term);
    // Every part of an AND counts, and one of an OR.
    const parts = license.replace(/[()]/g, "").split(" AND ");
    return !parts.every((part) => part.split(" OR ").some(allows));
  });
