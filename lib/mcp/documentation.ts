import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import MiniSearch from "minisearch";
import { escapedBytes } from "./result.ts";
import { lazily } from "./tool.ts";

/** A section of a document, from one heading to the next. */
interface Section {
  /** The file below `docs`. */
  document: string;
  heading: string;
  text: string;
}

/** Bytes for the sections found together, as they are sent: a result without what is around them. */
const MAX_BYTES = 24_000;
/** The smallest beginning of a section, in bytes as they are sent, that is worth an answer. */
const LEAST_BYTES = 500;
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

/** Returns the beginning of a section that has at most some bytes as it is sent. */
function beginningOf(section: Section, most: number): Section {
  let begun = section;
  for (let bytes = escapedBytes(begun); bytes > most && begun.text !== ""; bytes = escapedBytes(begun)) {
    const without = bytes - escapedBytes(begun.text);
    const length = Math.floor((begun.text.length * Math.max(0, most - without)) / (bytes - without));
    begun = { ...begun, text: begun.text.slice(0, Math.min(length, begun.text.length - 1)) };
  }
  return begun;
}

/** Returns the sections of the documentation that match the words, the best first, within what a result may have. */
export async function findSections(words: string): Promise<Section[]> {
  const { sections, search } = await index();
  let left = MAX_BYTES;
  return search
    .search(words)
    .slice(0, MOST)
    .flatMap(({ id }) => {
      const section = sections[id as number];
      if (!section || left < LEAST_BYTES) return [];
      const begun = beginningOf(section, left);
      left -= escapedBytes(begun) + 1;
      return [begun];
    });
}
