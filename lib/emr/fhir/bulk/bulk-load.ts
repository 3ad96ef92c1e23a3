import type { LoadedResources } from "#lib/emr/fhir/context";
import type { FindingName } from "#lib/emr/fhir/findings";
import type { FhirServer } from "#lib/emr/fhir/server";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import type { FirstLoad, LoadProgress } from "#lib/emr/port/first-load";
import { EmrError } from "#lib/emr/port/port";
import type { SyncKind } from "#lib/emr/port/sync";
import { presentMs } from "#lib/kernel/clock";
import { errorsOf } from "./export-errors.ts";
import { changesAfter } from "./export-mark.ts";
import { type AskedChanges, type BegunExport, type ExportState, parsedState } from "./export-state.ts";
import { askStatus } from "./export-status.ts";
import { type FilePage, FilePages } from "./file-pages.ts";
import type { FilePlace } from "./file-place.ts";
import { cancelExport, kickOff } from "./kick-off.ts";
import { type ExportLevel, exportedTypes } from "./levels.ts";
import type { Manifest } from "./manifest.ts";

const MINUTE_MS = 60_000;
/** A server that begins no export for so long is read without one. */
const MAX_ASKED_MS = 30 * MINUTE_MS;
/** An export that does not end in this time is given up. */
const MAX_EXPORT_MS = 6 * 60 * MINUTE_MS;
/** Answers in a row without a status after which an export is given up. */
const MAX_FAULTS = 8;
/** Pauses between two questions if the server names none: the first one, and the longest. */
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = MINUTE_MS;

/** Resources of a page of those that are looked up. */
const PAGE_ENTRIES = 500;

/** Questions after which a server is asked less often than it says: some refuse one that asks each second for long. */
const OFTEN = 20;

const pauseAfter = (count: number): number => Math.min(FIRST_PAUSE_MS * 2 ** Math.min(count, 10), MAX_PAUSE_MS);

const leastPauseAfter = (polls: number): number => (polls < OFTEN ? 0 : pauseAfter(Math.floor(polls / OFTEN) - 1));

/** Returns a state in which the server is asked again later. */
const later = (
  state: Extract<ExportState, { is: "asked" | "begun" }>,
  waitMs: number,
  note: string | null,
): LoadProgress => ({
  state: JSON.stringify({ ...state, notBefore: presentMs() + waitMs }),
  waitMs,
  note,
});

/** Returns why there is no answer. Throws anything else, and a reached limit of calls, after which the sync is postponed. */
function silenceOf(error: unknown): string {
  if (error instanceof EmrError && !error.limited) return error.message;
  throw error;
}

const idsOfPage = ({ resources, faulty, removed }: FilePage): string[] => [
  ...resources.map(({ id }) => String(id)),
  ...faulty.map(({ ehrId }) => ehrId),
  ...removed,
];

/**
 * Returns whether an export of changes has the resources that are known to have changed since, or names them as deleted: some servers
 * answer `_since` with less.
 */
async function hasChanges(files: FilePages, { known }: AskedChanges, signal: AbortSignal): Promise<boolean> {
  for (const [type, resources] of Object.entries(known)) {
    const missing = new Set(resources.map(({ id }) => id));
    const reader = {};
    try {
      for (let place: FilePlace | null = files.firstPlace(); place && missing.size > 0; ) {
        const page: FilePage = await files.read({ type, entries: PAGE_ENTRIES, reader }, place, signal);
        for (const id of idsOfPage(page)) missing.delete(id);
        place = page.next;
      }
    } finally {
      files.release(reader);
    }
    if (missing.size > 0) return false;
  }
  return true;
}

const hours = (ms: number): string => `${ms / 60 / MINUTE_MS} hours`;

interface Given {
  server: FhirServer;
  level: ExportLevel;
  group: string | undefined;
  kinds: ReadonlySet<SyncKind>;
  /** Those of the kinds that are read from exports alone. */
  always: ReadonlySet<SyncKind>;
  contradict(finding: FindingName): Promise<void>;
}

type Asked = Extract<ExportState, { is: "asked" }>;

/**
 * The export of a server (Bulk Data Access), as a first load, and as each reading of kinds that it shows in no other way: asked
 * for, waited for, read and removed.
 */
export class BulkLoad implements FirstLoad, LoadedResources {
  readonly kinds: ReadonlySet<SyncKind>;
  readonly always: ReadonlySet<SyncKind>;
  readonly #given: Given;
  #files: FilePages | null = null;
  #begun: BegunExport | null = null;
  /** Why the export may lack resources; null if it states no such thing. */
  #problem: string | null = null;
  #failure: string | null = null;
  readonly #lacking = new Set<string>();

  constructor(given: Given) {
    this.kinds = given.kinds;
    this.always = given.always;
    this.#given = given;
  }

  /** The files of an export that has ended; null if there is none. */
  get files(): FilePages | null {
    return this.#files;
  }

  /** Returns the files from which a kind is read; null if it is read without them: those that may lack some serve a kind without another way. */
  filesOf(kind: SyncKind): FilePages | null {
    return this.#isWhole || this.always.has(kind) ? this.#files : null;
  }

  /** Why there is no export; null if it is there, or was not asked for. */
  get failure(): string | null {
    return this.#failure;
  }

  /** Whether the export has what changed alone. */
  get isOfChanges(): boolean {
    return this.#begun?.changes != null;
  }

  /** Returns why the export may lack resources of a type, whatever its files hold; null if nothing says so. */
  lackOf(type: string): string | null {
    const types = this.#begun?.types ?? null;
    if (types !== null && !types.includes(type)) return `The EMR does not export ${type}`;
    return this.#problem;
  }

  /** The level of the export in progress. */
  get level(): ExportLevel {
    return this.#begun?.level ?? this.#given.level;
  }

  /** Moment since which later readings look for changes, as ISO 8601: whatever the server says, not after the export began. */
  get changesSince(): string | null {
    const stated = [this.#files?.transactionTime ?? null, this.#begun?.at ?? null].filter((each) => each !== null);
    return stated.toSorted()[0] ?? null;
  }

  async prepare(
    text: string | null,
    { since }: { since: readonly (string | null)[] },
    signal: AbortSignal,
  ): Promise<LoadProgress> {
    const changes = changesAfter(since, this.always);
    let state = parsedState(text) ?? this.#asked(changes);
    if (state.is === "failed")
      return { state: JSON.stringify(state), waitMs: null, note: state.reason, isFailed: true };
    if (state.changes !== null && changes === null) {
      // All records are needed by now.
      if (state.is === "begun") await cancelExport(this.#given.server, state.status, signal);
      state = this.#asked(null);
    }
    const waitMs = state.notBefore - presentMs();
    if (waitMs > 0) return { state: JSON.stringify(state), waitMs, note: null };
    return state.is === "asked" ? this.#begin(state, signal) : this.#look(state, signal);
  }

  /** Takes note that the export lacks resources of a type. */
  noteLack(type: string): void {
    this.#lacking.add(type);
  }

  has(type: string): boolean {
    return this.#isWhole && !this.#lacking.has(type) && (this.#files?.outputOf(type).length ?? 0) > 0;
  }

  async *each(type: string, signal: AbortSignal): AsyncGenerator<Untrusted> {
    const files = this.#files;
    if (files === null) return;
    const reader = {};
    try {
      for (let place: FilePlace | null = files.firstPlace(); place; ) {
        const page: FilePage = await files.read({ type, entries: PAGE_ENTRIES, reader }, place, signal);
        if (page.doubt !== null) return;
        yield* page.resources;
        place = page.next;
      }
    } finally {
      files.release(reader);
    }
  }

  async end(text: string, signal: AbortSignal): Promise<void> {
    const state = parsedState(text);
    this.close();
    this.#files = null;
    if (state?.is === "begun") await cancelExport(this.#given.server, state.status, signal);
  }

  close(): void {
    this.#files?.close();
  }

  get #isWhole(): boolean {
    return !this.isOfChanges && this.#problem === null;
  }

  #asked(changes: AskedChanges | null): Asked {
    const since = new Date(presentMs()).toISOString();
    return { is: "asked", level: this.#given.level, changes, since, notBefore: 0, faults: 0 };
  }

  async #begin(state: Asked, signal: AbortSignal): Promise<LoadProgress> {
    const { server, level, group } = this.#given;
    const { changes } = state;
    const types = exportedTypes(level);
    const answer = await kickOff(server, { level, group, types, since: changes?.since ?? null }, signal).catch(
      (error: unknown) => ({ kind: "busy", reason: silenceOf(error), waitMs: null }) as const,
    );
    // A server may not know `_since`.
    if (answer.kind === "refused" && changes !== null) return this.#begin({ ...state, changes: null }, signal);
    if (answer.kind === "refused") return this.#fail(answer.reason);
    if (answer.kind === "begun") {
      const since = new Date(presentMs()).toISOString();
      const { status, at } = answer;
      const named = { is: "begun" as const, level, changes, types: [...answer.types], status, at };
      const begun = { ...named, polls: 0, since, faults: 0 };
      return later({ ...begun, notBefore: 0 }, answer.waitMs ?? FIRST_PAUSE_MS, "The EMR prepares an export");
    }
    const faults = state.faults + 1;
    if (faults > MAX_FAULTS || presentMs() - Date.parse(state.since) > MAX_ASKED_MS)
      return this.#fail(`The EMR begins no export: ${answer.reason}`);
    return later({ ...state, faults }, answer.waitMs ?? pauseAfter(faults), "The EMR begins no export for now");
  }

  async #look(state: BegunExport, signal: AbortSignal): Promise<LoadProgress> {
    const { server } = this.#given;
    const answer = await askStatus(server, state.status, signal).catch(
      (error: unknown) => ({ kind: "silent", reason: silenceOf(error), waitMs: null }) as const,
    );
    if (answer.kind === "failed") return this.#fail(answer.reason, state, signal);
    if (answer.kind === "ready") return this.#ready(state, answer.parts, signal);
    const isSilent = answer.kind === "silent";
    const faults = isSilent ? state.faults + 1 : 0;
    if (isSilent && faults > MAX_FAULTS) return this.#fail(answer.reason, state, signal);
    if (presentMs() - Date.parse(state.since) > MAX_EXPORT_MS)
      return this.#fail(`The EMR's export did not end within ${hours(MAX_EXPORT_MS)}`, state, signal);
    const polls = state.polls + 1;
    const progress = isSilent ? null : answer.progress;
    const note = `The EMR prepares an export${progress === null ? "" : `: ${progress}`}`;
    const waitMs = Math.max(answer.waitMs ?? pauseAfter(polls), leastPauseAfter(polls));
    return later({ ...state, faults, polls }, waitMs, note);
  }

  /** Takes the files of an export that has ended, unless they are not what they should be. */
  async #ready(state: BegunExport, parts: readonly Manifest[], signal: AbortSignal): Promise<LoadProgress> {
    const { server } = this.#given;
    const problem = await errorsOf(server, parts, signal);
    if (problem !== null && this.always.size === 0) return this.#fail(problem, state, signal);
    const files = new FilePages(server, {
      status: state.status,
      parts,
      renew: (within) => this.#parts(state, within),
    });
    if (state.changes !== null && !(await hasChanges(files, state.changes, signal))) {
      await cancelExport(server, state.status, signal);
      return this.#begin(this.#asked(null), signal);
    }
    this.#begun = state;
    this.#problem = problem;
    this.#files = files;
    const note = problem === null ? null : `Read without an export: ${problem}`;
    return { state: JSON.stringify({ ...state, faults: 0 }), waitMs: null, note };
  }

  async #parts(state: BegunExport, signal: AbortSignal) {
    const answer = await askStatus(this.#given.server, state.status, signal);
    return answer.kind === "ready" ? answer.parts : null;
  }

  /** Ends the load without the export, so that all kinds are read by searches. */
  async #fail(reason: string, begun?: BegunExport, signal?: AbortSignal): Promise<LoadProgress> {
    const note = `Read without an export: ${reason}`;
    if (begun && signal) await cancelExport(this.#given.server, begun.status, signal);
    await this.#given.contradict("exports");
    this.#failure = reason;
    const state = JSON.stringify({ is: "failed", reason: note } satisfies ExportState);
    return { state, waitMs: null, note, isFailed: true };
  }
}
