import { statesFailure } from "#lib/emr/fhir/outcome";
import type { FhirServer } from "#lib/emr/fhir/server";
import { isRecord, objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { EmrError, type FaultyRecord } from "#lib/emr/port/port";
import { DistinctIds } from "./distinct-ids.ts";
import { type FilePlace, firstFilePlace, placeAmong } from "./file-place.ts";
import { resourceOf } from "./line-resource.ts";
import { type Line, NoLines } from "./lines.ts";
import type { Manifest } from "./manifest.ts";
import { FileGone, type OpenFile, openFile } from "./open-file.ts";
import { filesOf, inShort, pathOf, type TypedFile } from "./typed-files.ts";

const MEGABYTE = 1024 * 1024;
/** Longest line, unless its type has larger resources. */
const MAX_LINE_BYTES = 16 * MEGABYTE;
/** Bytes of lines after which a page ends. */
const PAGE_BYTES = 16 * MEGABYTE;
/** How often a file that breaks off before a further line is opened again at once. */
const REOPENED = 2;

/** The resources of some lines of a file. */
export interface FilePage {
  resources: Untrusted[];
  /** Resources whose lines cannot be read, by their own ids. */
  faulty: FaultyRecord[];
  /** Ids of resources that the server says it has deleted. */
  removed: string[];
  /** Null after the last file. */
  next: FilePlace | null;
  /** Number of the resources that were read so far, each counted once. */
  all: number;
  /** Why the files are not known to have every resource: no further page follows. */
  doubt: string | null;
}

/** What is read. */
export interface AskedFiles {
  type: string;
  /** Most resources of a page. */
  entries: number;
  maxBytes?: number | undefined;
  /** Who reads: several may read the same files. */
  reader: object;
}

/** Returns the ids of the resources of a type that a Bundle of deletions names. */
function removedBy(bundle: Untrusted, type: string): string[] {
  const address = new RegExp(`(?:^|/)${type}/([A-Za-z0-9.-]{1,64})$`);
  return objectsOf(bundle.entry).flatMap(({ request }) => {
    const { method, url } = isRecord(request) ? request : {};
    const id = method === "DELETE" && typeof url === "string" ? address.exec(url)?.[1] : undefined;
    return id === undefined ? [] : [id];
  });
}

const passing = (words: string) => new EmrError("passing", words);

/** Returns the next line, or undefined after the last one. Throws an EmrError at the end of the signal. */
async function nextLine(open: OpenFile, signal: AbortSignal): Promise<Line | undefined> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = () => reject(passing("The EMR's export was not read in time"));
  if (signal.aborted) end();
  signal.addEventListener("abort", end);
  try {
    const { done, value } = await Promise.race([open.lines.next(), over]);
    return done ? undefined : value;
  } finally {
    signal.removeEventListener("abort", end);
  }
}

/** Takes note of a line that cannot be read. */
function noteUnread(page: FilePage, { type }: AskedFiles, { id, reason }: { id: string | null; reason: string }): void {
  if (id === null) page.doubt = `A line of the EMR's export of ${type} cannot be read`;
  else page.faulty.push({ ehrId: id, reason });
}

/** Takes note of a line. Returns the place after it. */
function withLine(page: FilePage, asked: AskedFiles & { file: TypedFile; most: number }, place: FilePlace, line: Line) {
  const found = resourceOf(line, asked.most);
  const following = { ...place, line: line.number };
  if (found === null) return following;
  if (asked.file.isOfDeletions) {
    if ("resource" in found) page.removed.push(...removedBy(found.resource, asked.type));
    else noteUnread(page, asked, found);
    return following;
  }
  if (!("resource" in found)) noteUnread(page, asked, found);
  else if (found.resource.resourceType === asked.type) page.resources.push(found.resource);
  else if (statesFailure(found.resource))
    page.doubt = `A file of the EMR's export of ${asked.type} states that something could not be read`;
  return { ...following, read: place.read + 1 };
}

/** The files of an export that has ended, which are read in pages from any place. */
export class FilePages {
  readonly #server: FhirServer;
  readonly #export: string;
  /** Asks for the manifest anew, whose addresses are good again; null if the server no longer has the export. */
  readonly #renew: (signal: AbortSignal) => Promise<readonly Manifest[] | null>;
  #parts: readonly Manifest[];
  /** The open files by who reads them, with the place of the next line. */
  readonly #open = new Map<object, OpenFile & { path: string }>();
  readonly #distinct = new WeakMap<object, DistinctIds>();
  /** Files for which the manifest was asked for anew. */
  readonly #renewed = new Set<string>();

  constructor(
    server: FhirServer,
    given: {
      status: string;
      parts: readonly Manifest[];
      renew(signal: AbortSignal): Promise<readonly Manifest[] | null>;
    },
  ) {
    this.#server = server;
    this.#export = inShort(given.status);
    this.#parts = given.parts;
    this.#renew = given.renew;
  }

  /** The moment up to which the export has every change; null if the server states none. */
  get transactionTime(): string | null {
    return this.#parts[0]?.transactionTime ?? null;
  }

  /** Returns the files of resources of a type; the deletions are not among them. */
  outputOf(type: string): TypedFile[] {
    return filesOf(this.#parts, type).filter(({ isOfDeletions }) => !isOfDeletions);
  }

  firstPlace(): FilePlace {
    return firstFilePlace(this.#export);
  }

  /** Reads the resources of the next lines. Throws an EmrError if the server does not answer for now. */
  async read(asked: AskedFiles, given: FilePlace, signal: AbortSignal): Promise<FilePage> {
    const files = filesOf(this.#parts, asked.type);
    const place = placeAmong(files, this.#export, given);
    const page: FilePage = { resources: [], faulty: [], removed: [], next: null, all: place.all, doubt: null };
    const file = files[place.file];
    if (file === undefined) return page;
    const { isAtEnd, at: after } = await this.#fill(page, { ...asked, file }, place, signal);
    for (const resource of page.resources) this.#server.reached(resource);
    const at = { ...after, all: place.all + this.#countNew(page, asked, place) };
    page.all = at.all;
    if (page.doubt !== null || isAtEnd) this.release(asked.reader);
    if (page.doubt !== null) return page;
    if (!isAtEnd) return { ...page, next: { ...at, path: pathOf(file) } };
    if (file.count !== null && file.count !== at.read && !file.isOfDeletions)
      return {
        ...page,
        doubt: `A file of the EMR's export of ${asked.type} has ${at.read} of ${file.count} resources`,
      };
    const next = { ...at, file: place.file + 1, path: null, line: 0, read: 0 };
    return { ...page, next: next.file < files.length ? next : null };
  }

  /** Ends what is being read. */
  close(): void {
    for (const reader of [...this.#open.keys()]) this.release(reader);
  }

  /** Returns the number of a page's resources that have not come before. */
  #countNew({ resources, faulty }: FilePage, { reader }: AskedFiles, { all }: FilePlace): number {
    const distinct = this.#distinct.get(reader) ?? new DistinctIds();
    this.#distinct.set(reader, distinct);
    return distinct.countNew(all, [...resources.map(({ id }) => String(id)), ...faulty.map(({ ehrId }) => ehrId)]);
  }

  /** Reads lines into a page. A file that breaks off ends the page after what was read. */
  async #fill(page: FilePage, asked: AskedFiles & { file: TypedFile }, from: FilePlace, signal: AbortSignal) {
    const most = asked.maxBytes ?? MAX_LINE_BYTES;
    let at = from;
    let bytes = 0;
    const isFull = () =>
      page.doubt !== null ||
      page.resources.length + page.faulty.length >= asked.entries ||
      page.removed.length >= asked.entries ||
      bytes >= PAGE_BYTES;
    for (let breaks = 0; ; ) {
      const open = await this.#opened(page, asked, at, most, signal);
      if (open === null) return { isAtEnd: false, at };
      try {
        while (!isFull()) {
          const line = await nextLine(open, signal);
          if (line === undefined) return { isAtEnd: true, at };
          at = withLine(page, { ...asked, most }, at, line);
          open.line = at.line;
          bytes += line.bytes.byteLength;
        }
        return { isAtEnd: false, at };
      } catch (error) {
        this.release(asked.reader);
        if (signal.aborted) throw error;
        if (at.line > from.line) return { isAtEnd: false, at };
        if (error instanceof NoLines || breaks++ === REOPENED) {
          page.doubt = `A file of the EMR's export of ${asked.type} breaks off`;
          return { isAtEnd: false, at };
        }
      }
    }
  }

  /** Returns the open file after the lines that were read; null with a doubt if it cannot be had. */
  async #opened(
    page: FilePage,
    { reader, file, type }: AskedFiles & { file: TypedFile },
    { line }: FilePlace,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<OpenFile | null> {
    const path = pathOf(file);
    const known = this.#open.get(reader);
    if (known?.path === path && known.line === line) return known;
    this.release(reader);
    const open = async ({ url, requiresAccessToken: authorized }: TypedFile) => {
      const opened = { ...(await openFile(this.#server, { url, authorized, after: line, maxBytes }, signal)), path };
      this.#open.set(reader, opened);
      return opened;
    };
    try {
      return await open(file).catch(async (error: unknown) => {
        const again = error instanceof FileGone ? await this.#renewedFile(type, path, signal) : null;
        if (again === null) throw error;
        return open(again);
      });
    } catch (error) {
      if (error instanceof EmrError && error.kind === "passing") throw error;
      const isKnown = error instanceof EmrError || error instanceof FileGone;
      if (!isKnown) throw error;
      page.doubt = `A file of the EMR's export of ${type} cannot be read: ${error.message}`;
      return null;
    }
  }

  /** Returns a file under its new address; null if there is none, or it was asked for before. */
  async #renewedFile(type: string, path: string, signal: AbortSignal): Promise<TypedFile | null> {
    if (this.#renewed.has(path)) return null;
    this.#renewed.add(path);
    const parts = await this.#renew(signal);
    if (parts === null) return null;
    this.#parts = parts;
    return filesOf(parts, type).find((file) => pathOf(file) === path) ?? null;
  }

  /** Ends what a reader reads. */
  release(reader: object): void {
    this.#open.get(reader)?.close();
    this.#open.delete(reader);
  }
}
