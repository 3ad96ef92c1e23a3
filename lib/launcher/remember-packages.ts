import { type ResolveFnOutput, registerHooks } from "node:module";

const ROOT = new URL("../../", import.meta.url).href;
/** Not the built pages: the framework maps some packages that they require to its own. */
const OURS = [`${ROOT}lib/`, `${ROOT}app/`];
/** Begins like the name of a package, and is no URL such as `node:fs`. */
const IS_PACKAGE = /^[@a-z][^:]*$/i;

const found = new Map<string, ResolveFnOutput>();

// Node.js parses a package's package.json again at each import. Drizzle's has 180 kB and 300 of our files import it: that
// was a third of a process's start. Loaded by `--import`, before the first of them.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = "", conditions } = context;
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
