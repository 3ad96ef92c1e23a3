import { asSentence } from "./field-words.ts";
import type { AttemptStory } from "./job-story.ts";

/** Shows by which other means the job writes to the EMR, if the guarantee that it is done once is weaker for that. */
export function JobGuarantee({ attempts }: { attempts: readonly AttemptStory[] }) {
  const weak = attempts.findLast(({ weakGuarantee }) => weakGuarantee !== null)?.weakGuarantee;
  return weak ? <p className="text-muted">{asSentence(weak)}</p> : null;
}
