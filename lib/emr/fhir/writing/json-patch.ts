import { isDeepStrictEqual } from "node:util";

/** One operation of a JSON Patch (RFC 6902). */
type PatchOperation = { op: "test" | "add" | "replace"; path: string; value: unknown } | { op: "remove"; path: string };

/** The same in a JSON Pointer (RFC 6901). */
const escaped = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * Returns the JSON Patch from one resource to another by their elements. Each element that changes is first tested for the
 * value that was read, so that the server refuses the whole patch if another has set it meanwhile.
 */
export function jsonPatch(before: object, after: object): PatchOperation[] {
  const [old, next] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const isPresent = (value: unknown): boolean => value !== undefined;
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((name): PatchOperation[] => {
    const path = `/${escaped(name)}`;
    const [was, becomes] = [old.get(name), next.get(name)];
    if (isDeepStrictEqual(was, becomes)) return [];
    if (!isPresent(was)) return [{ op: "add", path, value: becomes }];
    const test: PatchOperation = { op: "test", path, value: was };
    return isPresent(becomes) ? [test, { op: "replace", path, value: becomes }] : [test, { op: "remove", path }];
  });
}
