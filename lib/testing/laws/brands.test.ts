import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./source-files.ts";

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");

/** What runs in a process of its own, in a browser, or in tests alone, where a module has one copy. */
const ONE_COPY = /^lib\/(browser|cli|client|launcher|testing|tracing)\/|\.test\.tsx?$/;

const sources = globSync(["lib/**/*.ts", "app/**/*.{ts,tsx}"], { cwd: ROOT }).filter((file) => !ONE_COPY.test(file));

const tested = new Set(
  sources.flatMap((file) => [...read(file).matchAll(/\binstanceof (\w+)\b(?!\.)/g)].map(([, name = ""]) => name)),
);

/** The exported classes of ours that the server tests values by. Others never leave the file that catches them. */
const classes = sources.flatMap((file) =>
  [...read(file).matchAll(/^export (?:abstract )?class (\w+)/gm)].flatMap(([, name = ""]) =>
    tested.has(name) ? [[name, file] as const] : [],
  ),
);

describe("a class that values are tested by", () => {
  it("occurs", () => {
    expect(classes.map(([name]) => name)).toEqual(
      expect.arrayContaining(["DomainError", "DatabaseUnavailable", "EmrError", "JsonText"]),
    );
  });

  it.each(classes)("%s of %s recognizes the values of another copy, and no others", async (name, file) => {
    const path = join(ROOT, file);
    const [own, other] = (await Promise.all([import(path), import(`${path}?copy`)])).map((module) => module[name]);
    expect(own).not.toBe(other);
    expect(other.prototype instanceof own).toBe(true);
    expect(own.prototype instanceof other).toBe(true);
    for (const value of [null, undefined, "text", {}, new Error("x")]) expect(value instanceof own).toBe(false);
    const Unbranded = class extends own {};
    expect(own.prototype instanceof Unbranded).toBe(false);
    expect(Unbranded.prototype instanceof own).toBe(true);
    expect(Object.create(Unbranded.prototype) instanceof Unbranded).toBe(true);
    const parent = Object.getPrototypeOf(own);
    if (classes.some(([each]) => each === parent.name)) {
      expect(other.prototype instanceof parent).toBe(true);
      expect(parent.prototype instanceof own).toBe(false);
    }
  });
});
