/** A generator of code, or a converter: its program in the folder of the tools, and what it is given. */
export interface Tool {
  name: string;
  /** Below `node_modules/.bin`. */
  program: string;
  args: (document: string, out: string) => string[];
}

/** What makes TypeScript of the document. */
export const GENERATORS: readonly Tool[] = [
  {
    name: "openapi-typescript",
    program: "openapi-typescript",
    args: (document, out) => [document, "--output", `${out}/types.ts`],
  },
  {
    name: "@hey-api/openapi-ts",
    program: "openapi-ts",
    args: (document, out) => ["--input", document, "--output", out, "--client", "@hey-api/client-fetch"],
  },
  {
    name: "orval, with mocks",
    program: "orval",
    args: (document, out) =>
      ["--input", document, "--output", `${out}/api.ts`].concat(["--mode", "split", "--client", "fetch", "--mock"]),
  },
  {
    name: "openapi-typescript-codegen",
    program: "openapi",
    args: (document, out) => ["--input", document, "--output", out],
  },
];

/** What makes a Postman collection of the document. */
export const POSTMAN: Tool = {
  name: "openapi-to-postmanv2",
  program: "openapi2postmanv2",
  args: (document, out) => ["-s", document, "-o", `${out}/collection.json`],
};
