import { type Found, found } from "./found.ts";
import { search } from "./page.ts";
import { type Probing, pageWith } from "./probing.ts";

const PROBE = "“_summary=count”";

/** Probe: whether the number of records can be asked for alone. */
export async function probeSummaryCount({ calls, samples }: Probing): Promise<Found> {
  const sample =
    pageWith(samples, ({ resources }) => resources.length > 0) ??
    pageWith(samples, ({ answer }) => answer.kind === "ok");
  if (!sample) return found(PROBE, "was not tried: no type can be searched");
  const { answer, resources, total } = await search(calls, `${sample.type}?_summary=count`);
  if (answer.kind === "none") return found(PROBE, answer.words);
  if (answer.kind === "refused") return found(PROBE, answer.words, { summary_count: "refused" });
  if (resources.length > 0)
    return found(PROBE, "is ignored: a sync may not know how much is left", { summary_count: "ignored" });
  if (total === null || total < sample.page.resources.length)
    return found(PROBE, "answers without a true number: a sync may not know how much is left", {
      summary_count: "ignored",
    });
  return found(PROBE, `works (${total} of ${sample.type}): a sync shows how much is left`, { summary_count: "works" });
}
