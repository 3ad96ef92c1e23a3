import type { EmrCalls, FoundLimit } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";

/** Calls that a test counts and may refuse. */
export interface RecordedCalls extends EmrCalls {
  taken: number;
  /** From then on every call is refused. */
  refuse: boolean;
  learned: FoundLimit[];
  contradicted: string[];
}

/** Returns calls without a limit, which are recorded. */
export function recordedCalls(): RecordedCalls {
  const calls: RecordedCalls = {
    taken: 0,
    refuse: false,
    learned: [],
    contradicted: [],
    async take() {
      if (calls.refuse) throw new EmrError("passing", "No call is left", { limited: true, retryAfterMs: 1_000 });
      calls.taken++;
    },
    async learn(found) {
      calls.learned.push(found);
    },
    async contradict(finding) {
      calls.contradicted.push(finding);
    },
    withPermit: (call) => call(),
  };
  return calls;
}
