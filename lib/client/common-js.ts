/** `export` before a declaration, with the declared name. */
const DECLARED = /^export ((?:async )?(?:const|class|function\*?) (\w+))/gm;
const IMPORTED = /^import \{([^}]*)\} from "([^"]+)";$/gm;
const PASSED_ON = /^export \{([^}]*)\} from "([^"]+)";$/gm;
const LEFT = /^(?:import|export)\b.*/m;

const namesIn = (list: string): string[] =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter(Boolean);

/** Returns the file of a module as `require` finds it; a package keeps its name. */
const fileOf = (module: string): string => module.replace(/^(\.\/.*)\.js$/, "$1.cjs");

/**
 * Returns a script of the package as a CommonJS module. It knows the imports and exports that the package's sources have,
 * and throws for another.
 */
export function commonJsOf(script: string): string {
  const declared = [...script.matchAll(DECLARED)].map(([, , name]) => name);
  const text = script
    .replace(IMPORTED, (_, names: string, module: string) => {
      const taken = namesIn(names).map((name) => name.replace(" as ", ": "));
      return `const { ${taken.join(", ")} } = require("${fileOf(module)}");`;
    })
    .replace(PASSED_ON, (_, names: string, module: string) =>
      namesIn(names)
        .map((name) => `exports.${name} = require("${fileOf(module)}").${name};`)
        .join("\n"),
    )
    .replace(DECLARED, "$1");
  const left = LEFT.exec(text)?.[0];
  if (left) throw new Error(`No CommonJS for ${left}`);
  const exported = declared.map((name) => `exports.${name} = ${name};\n`);
  return ['"use strict";\n', text.replace(/\n?$/, "\n"), ...exported].join("");
}
