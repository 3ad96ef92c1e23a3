import { type Found, found } from "./found.ts";
import { pageOf } from "./page.ts";
import { type Probing, pageWith } from "./probing.ts";

const PROBE = "A search by POST";

/** Probe: whether a search is answered by POST, for those whose address would be too long. It reads alone. */
export async function probePostSearch({ calls, samples }: Probing): Promise<Found> {
  const sample =
    pageWith(samples, ({ resources }) => resources.length > 0) ??
    pageWith(samples, ({ answer }) => answer.kind === "ok");
  if (!sample) return found(PROBE, "was not tried: no type can be searched");
  const { answer, resources } = pageOf(
    await calls.ask(`${sample.type}/_search`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "_count=1",
    }),
  );
  const without = "long lists of ids are asked for in several searches";
  if (answer.kind === "none") return found(PROBE, `${answer.words}: ${without}`);
  if (answer.kind === "refused") return found(PROBE, `${answer.words}: ${without}`, { post_search: "refused" });
  if (resources.length === 0 && sample.page.resources.length > 0)
    return found(PROBE, `finds nothing: ${without}`, { post_search: "ignored" });
  return found(PROBE, "works: long lists of ids are asked for at once", { post_search: "works" });
}
