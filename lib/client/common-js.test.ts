import { expect, it } from "vitest";
import { commonJsOf } from "./common-js.ts";

it("turns the imports and exports of the sources into CommonJS, and refuses others", () => {
  const script = `import { a, b as c } from "./one.js";
import { useRef } from "react";
export { d, e } from "./two.js";
export const f = () => a + c;
export async function* g() {}
export class H {}
`;
  expect(commonJsOf(script)).toBe(`"use strict";
const { a, b: c } = require("./one.cjs");
const { useRef } = require("react");
exports.d = require("./two.cjs").d;
exports.e = require("./two.cjs").e;
const f = () => a + c;
async function* g() {}
class H {}
exports.f = f;
exports.g = g;
exports.H = H;
`);
  expect(() => commonJsOf("export default 1;")).toThrow("export default 1");
  expect(() => commonJsOf('import * as all from "./one.js";')).toThrow("import *");
});
