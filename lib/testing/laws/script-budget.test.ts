import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { expect, it } from "vitest";
import { imports, ROOT, sourceFiles } from "./source-files.ts";

const PAGES = "app/(console)/a/[account]/";
const LAYOUTS = ["app/layout.tsx", `${PAGES}layout.tsx`];
/** A page that shows only the frame of the console. */
const EMPTY = "[...rest]";

/**
 * Most compressed kB of script that each page's first view loads above an empty page; what loads on demand does not
 * count; the table of routes (lib/client/package/routes.ts) does, and grows with each new one. A new page needs a figure here, and a page that outgrows its own loads something on demand instead.
 */
const MOST_KB: Record<string, number> = {
  account: 20,
  activity: 20,
  "api-reference": 2,
  appointments: 27,
  audit: 21,
  claims: 19.5,
  "close-day": 24,
  documents: 21,
  downtime: 14,
  drafts: 12,
  embedding: 21,
  integrations: 53.5,
  "jobs/[job_id]": 15,
  "patients/[mrn]": 20,
  patients: 15,
  people: 27,
  "providers/[id]": 12,
  providers: 21.5,
  recalls: 17,
  "referrals/[id]": 8.5,
  referrals: 16,
  "to-reconcile": 9,
  today: 18,
  webhooks: 14,
};

const pageOf = (file: string): string | null =>
  file.startsWith(PAGES) && file.endsWith("/page.tsx") ? file.slice(PAGES.length, -"/page.tsx".length) : null;

/** The files of a route that render components, such as a page and the parts beside it. */
const partsOf = (file: string): string[] => [
  file,
  ...(imports.get(file) ?? []).flatMap(({ file: part, typeOnly }) =>
    part?.startsWith("app/") && !typeOnly ? partsOf(part) : [],
  ),
];

/** Returns the components that a page imports at once, with those of its layouts. */
const componentsOf = (page: string): string[] =>
  [...LAYOUTS, page]
    .flatMap(partsOf)
    .flatMap((file) => imports.get(file) ?? [])
    .flatMap(({ file, typeOnly, onDemand }) =>
      file?.startsWith("components/") && !typeOnly && !onDemand ? [join(ROOT, file)] : [],
    );

/** Makes an entry of each page, and leaves out what the build leaves out (next.config.mjs). */
const pages: Plugin = {
  name: "pages",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^page:/ }, ({ path }) => ({ path, namespace: "page" }));
    onLoad({ filter: /.*/, namespace: "page" }, ({ path }) => {
      const names = [...new Set(componentsOf(path.slice("page:".length)))];
      // Used, so that nothing of them is left out.
      const lines = names.map((file, index) => `import * as part${index} from ${JSON.stringify(file)};`);
      const used = `globalThis.parts = [${names.map((_, index) => `part${index}`).join(", ")}];`;
      return { contents: [...lines, used].join("\n"), resolveDir: ROOT };
    });
    onLoad({ filter: /\/intl\/.*[a-z][a-z]-[A-Z][A-Z]\.m?js$/ }, ({ path }) =>
      path.includes("en-US") ? null : { contents: "export default {}" },
    );
  },
};

it("no page's first view loads more script above an empty page than its budget", {
  tags: "long",
  timeout: 120_000,
}, async () => {
  const files = sourceFiles.filter((file) => pageOf(file) !== null);
  const { outputFiles, metafile } = await build({
    absWorkingDir: ROOT,
    bundle: true,
    conditions: ["browser"],
    define: { "process.env.NODE_ENV": '"production"' },
    entryPoints: files.map((file, index) => ({ in: `page:${file}`, out: String(index) })),
    external: ["react", "react-dom", "react/*", "react-dom/*", "next", "next/*"],
    format: "esm",
    jsx: "automatic",
    loader: { ".css": "empty" },
    logLevel: "silent",
    metafile: true,
    minify: true,
    outdir: join(ROOT, ".next/never-written"),
    plugins: [pages],
    splitting: true,
    write: false,
  });
  const compressed = new Map(
    outputFiles.map(({ path, contents }) => [path.slice(ROOT.length), gzipSync(contents).length]),
  );
  const loadedWith = (output: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(output)) return seen;
    seen.add(output);
    for (const { kind, path } of metafile.outputs[output]?.imports ?? []) {
      if (kind === "import-statement" && metafile.outputs[path]) loadedWith(path, seen);
    }
    return seen;
  };
  const bytes = new Map<string, number>();
  for (const [output, { entryPoint }] of Object.entries(metafile.outputs)) {
    const page = entryPoint && pageOf(entryPoint.replace(/^page:page:/, ""));
    if (!page) continue;
    bytes.set(
      page,
      [...loadedWith(output)].reduce((sum, each) => sum + (compressed.get(each) ?? 0), 0),
    );
  }
  const empty = bytes.get(EMPTY) ?? Number.NaN;
  const above = [...bytes]
    .filter(([page]) => page !== EMPTY && page !== "")
    .map(([page, size]) => [page, (size - empty) / 1_000] as const);
  expect(above.map(([page]) => page).sort()).toEqual(Object.keys(MOST_KB).sort());
  expect(above.filter(([page, kb]) => !(kb <= (MOST_KB[page] ?? 0))).map(([page, kb]) => `${page}: ${kb} kB`)).toEqual(
    [],
  );
});
