import { LOOPBACK } from "#lib/egress/addresses";
import { emrClient } from "#lib/egress/emr-client";
import { type EmrStreamClient, emrStream } from "#lib/egress/emr-stream";
import { type Authorization, noAuthorization } from "#lib/emr/fhir/authorization";
import { BulkLoad } from "#lib/emr/fhir/bulk/bulk-load";
import type { FilePlace } from "#lib/emr/fhir/bulk/file-place";
import type { ExportLevel } from "#lib/emr/fhir/bulk/levels";
import { fhirServer } from "#lib/emr/fhir/server";
import type { LoadProgress } from "#lib/emr/port/first-load";

/** What is asked of a load whose kinds need all records. */
export const ALL = { since: [null] };

const policy = { privateBlocks: LOOPBACK };

/** A load of a server at a loopback address. */
export interface TestLoad {
  load: BulkLoad;
  /** Findings that the server contradicted. */
  contradicted: string[];
  /** Asks for the load, and asks again until it can be read. */
  prepare(state?: string | null): Promise<LoadProgress>;
  /** Reads the files of a type to their end, from the beginning or a place. */
  readAll(type: string, given?: { entries?: number; from?: FilePlace }): Promise<WholeType>;
}

/** All that reading a type returned. */
export interface WholeType {
  ids: string[];
  faulty: { ehrId: string; reason: string }[];
  removed: string[];
  doubt: string | null;
  pages: number;
}

/** Asks any address of this machine for files, in place of the product's own client, which asks public ones alone. */
const anyLoopback: EmrStreamClient = (address, options) =>
  emrStream({ baseUrl: new URL(address).origin }, { policy })(address, options);

/** Opens a load of an export. */
export function loadFrom(
  baseUrl: string,
  {
    level = "system",
    group,
    authorization = noAuthorization,
    streamElsewhere = anyLoopback,
    named = null,
  }: {
    level?: ExportLevel;
    group?: string;
    authorization?: Authorization;
    streamElsewhere?: EmrStreamClient;
    /** The base URL by which the server names itself. */
    named?: string | null;
  } = {},
): TestLoad {
  const contradicted: string[] = [];
  const server = fhirServer({
    baseUrl,
    client: emrClient({ baseUrl }, { policy }),
    stream: emrStream({ baseUrl }, { policy }),
    streamElsewhere,
    calls: null,
    authorization,
    named,
  });
  const load = new BulkLoad({
    server,
    level,
    group,
    kinds: new Set(["patients"]),
    always: new Set(),
    contradict: async (finding) => void contradicted.push(finding),
  });
  const signal = () => AbortSignal.timeout(10_000);
  return {
    load,
    contradicted,
    async prepare(state = null) {
      let progress = await load.prepare(state, ALL, signal());
      // As if the pause were over.
      while (progress.waitMs !== null)
        progress = await load.prepare(JSON.stringify({ ...JSON.parse(progress.state), notBefore: 0 }), ALL, signal());
      return progress;
    },
    async readAll(type, { entries = 10, from } = {}) {
      if (!load.files) throw new Error("No export has ended");
      const whole: WholeType = { ids: [], faulty: [], removed: [], doubt: null, pages: 0 };
      const reader = {};
      for (let place: FilePlace | null = from ?? load.files.firstPlace(); place; ) {
        const page = await load.files.read({ type, entries, reader }, place, signal());
        whole.pages++;
        whole.ids.push(...page.resources.map(({ id }) => String(id)));
        whole.faulty.push(...page.faulty);
        whole.removed.push(...page.removed);
        whole.doubt = page.doubt;
        place = page.next;
      }
      return whole;
    },
  };
}
