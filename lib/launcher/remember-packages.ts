import { type ResolveFnOutput, registerHooks } from "node:module";

const ROOT = new URL("../../", import.meta.url).href;
/** Not the built pages: the framework maps some packages that they require to its own. */
const OURS = [`${ROOT}lib/`, `${ROOT}app/`];
/** Begins like the name of a package, and is no URL such as `node:fs`. */
const IS_PACKAGE = /^[@a-z][^:]*$/i;
/** Its files are modules, and import each other by their whole names. */
const DRIZZLE = `${ROOT}node_modules/drizzle-orm/`;
const IS_FILE_OF_SAME = /^\.\.?\/.*\.js$/;

const found = new Map<string, ResolveFnOutput>();

// Node.js parses a package's package.json again at each import. Drizzle's has 180 kB, 300 of our files import it, and its
// files import each other hundreds of times: that was half of a process's start. Loaded by `--import`, before the first
// of them.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "", conditions } = context;
    if (parentURL.startsWith(DRIZZLE) && IS_FILE_OF_SAME.test(specifier)) {
      const { href: url } = new URL(specifier, parentURL);
      if (url.startsWith(DRIZZLE)) return { url, format: "module", shortCircuit: true };
    }
    const isOurs = OURS.some((folder) => parentURL.startsWith(folder));
    if (!isOurs || !IS_PACKAGE.test(specifier)) return next(specifier, context);
    const key = `${specifier} ${conditions.join()}`;
    const known = found.get(key);
    if (known) return { ...known, shortCircuit: true };
    const resolved = next(specifier, context);
    found.set(key, resolved);
    return resolved;
  },
});
