import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { lazily } from "./tool.ts";

/** A section of a document, from one heading to the next. */
interface Section {
  /** The file below `docs`. */
  document: string;
  heading: string;
  text: string;
}

/** Most bytes of the sections found together: what a conversation can hold. */
const MAX_BYTES = 20_000;
const MOST = 6;

const HEADING = /^#{1,4} (.+)$/;

/** Splits a Markdown text at its headings; a `#` within a block of code is none. */
function sectionsOf(document: string, markdown: string): Section[] {
  const sections: Section[] = [];
  let isCode = false;
  for (const line of markdown.split("\n")) {
    if (line.trimStart().startsWith("```")) isCode = !isCode;
    const [, heading] = isCode ? [] : (HEADING.exec(line) ?? []);
    if (heading !== undefined) sections.push({ document, heading, text: "" });
    else if (sections.length > 0) (sections.at(-1) as Section).text += `${line}\n`;
  }
  return sections.map((section) => ({ ...section, text: section.text.trim() })).filter(({ text }) => text !== "");
}

/** The sections of all documents with their index, made by the first search. */
const index = lazily(async () => {
  const folder = join(process.cwd(), "docs");
  const files = (await readdir(folder)).filter((file) => file.endsWith(".md"));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const sections = files.flatMap((file, at) => sectionsOf(file, texts[at] ?? ""));
  const search = new MiniSearch<Section & { id: number }>({
    fields: ["heading", "text"],
    searchOptions: { boost: { heading: 3 }, prefix: true, fuzzy: 0.1 },
  });
  search.addAll(sections.map((section, id) => ({ ...section, id })));
  return { sections, search };
});

/** Returns the sections of the documentation that match the words, the best first. */
export async function findSections(words: string): Promise<Section[]> {
  const { sections, search } = await index();
  let left = MAX_BYTES;
  return search
    .search(words)
    .slice(0, MOST)
    .flatMap(({ id }) => {
      const section = sections[id as number];
      if (!section || left <= 0) return [];
      const text = section.text.slice(0, left);
      left -= Buffer.byteLength(text);
      return [{ ...section, text }];
    });
}
