import { describe, expect, it } from "vitest";
import { EmrError } from "#lib/emr/port/port";
import type { Remote } from "#lib/emr/records-api/remote";
import { LIST_START, type ListPlace, type ListRows, readList } from "./lists.ts";

type Query = Record<string, string>;

const never = new AbortController().signal;
const ALL = Array.from({ length: 250 }, (_, index) => ({ id: `row ${index}` }));
const LIST = { path: "/things", names: ["things"], ids: ["id"] } as const;

/** A remote that answers each read by a function. */
function remoteWith(answer: (query: Query) => Record<string, unknown>): { remote: Remote; asked: Query[] } {
  const asked: Query[] = [];
  const get: Remote["get"] = async (_path, query) => {
    asked.push(query);
    return { success: true, ...answer(query) };
  };
  const unused = () => Promise.reject(new Error("not used"));
  return { remote: { get, ask: unused, send: unused, remove: unused }, asked };
}

const slice = ({ page }: Query, size = 100) => ALL.slice((Number(page) - 1) * size, Number(page) * size);

async function readAll(remote: Remote) {
  const rows: unknown[] = [];
  let read: ListRows | null = null;
  for (let at: ListPlace | null = LIST_START; at; at = read.next) {
    read = await readList(remote, LIST, at, never);
    rows.push(...read.rows);
  }
  return { rows, doubt: read?.doubt ?? null };
}

describe("a list is read to its end, whatever its answers say of pages", () => {
  it.each<[string, (query: Query) => Record<string, unknown>]>([
    ["nothing", (query) => ({ things: slice(query) })],
    [
      "all",
      (query) => ({
        things: slice(query),
        pagination: { current_page: Number(query.page), total_pages: 3, total_count: 250, page_size: 100 },
      }),
    ],
    [
      "`page` for the present one, numbers as text",
      (query) => ({
        data: { things: slice(query), pagination: { page: query.page, total_pages: "3" } },
      }),
    ],
    ["the count alone", (query) => ({ data: slice(query), pagination: { total_count: 250 } })],
    [
      "a smaller size than was asked for",
      (query) => ({
        things: slice(query, 40),
        pagination: { current_page: Number(query.page), page_size: 40 },
      }),
    ],
    ["null", (query) => ({ results: { things: slice(query) }, pagination: null })],
    ["nothing, and has no pages: the list is longer than one", () => ({ things: ALL })],
  ])("%s", async (_words, answer) => {
    const { rows, doubt } = await readAll(remoteWith(answer).remote);
    expect(rows).toEqual(ALL);
    expect(doubt).toBeNull();
  });
});

it("asks a remote that refuses the parameters of pages without them", async () => {
  const { remote, asked } = remoteWith((query) => {
    if ("page" in query) throw new EmrError("validation", "unknown parameter", { status: 400 });
    return { things: ALL.slice(0, 30) };
  });
  expect((await readAll(remote)).rows).toHaveLength(30);
  expect(asked).toEqual([{ page: "1", page_size: "100" }, {}]);
});

it("doubts a list whose pages are alike, and ends it", async () => {
  const { remote } = remoteWith(() => ({ things: ALL.slice(0, 100) }));
  expect(await readAll(remote)).toMatchObject({
    rows: ALL.slice(0, 100),
    doubt: expect.stringContaining("each page alike"),
  });
});

it("doubts a list from which a record went while it was read: another one slipped to a page that was read", async () => {
  let left = ALL;
  const { remote } = remoteWith(({ page }) => {
    const things = left.slice((Number(page) - 1) * 100, Number(page) * 100);
    const answer = { things, pagination: { page: Number(page), total_pages: 3, total_count: left.length } };
    left = ALL.slice(1);
    return answer;
  });
  expect((await readAll(remote)).doubt).toMatch(/changed while it was read/);
});

it("says that an answer has no such list", async () => {
  const { remote } = remoteWith(() => ({ message: "Soon" }));
  await expect(readAll(remote)).rejects.toMatchObject({ kind: "passing", message: expect.stringContaining("things") });
});
