import { expect, it } from "vitest";
import { jsonOf } from "./json.ts";

const bodyOf = (text: string) => jsonOf({ status: 200, headers: {}, body: Buffer.from(text) });

it("returns the object of a body, also after a byte order mark, and null for anything else", () => {
  expect(bodyOf('{"a":"ä"}')).toEqual({ a: "ä" });
  expect(bodyOf('\uFEFF{"a":1}')).toEqual({ a: 1 });
  for (const other of ["", "<html>", "[1]", "null", "1"]) expect(bodyOf(other)).toBeNull();
});
