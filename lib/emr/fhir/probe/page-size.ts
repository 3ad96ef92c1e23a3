import { type Found, found } from "./found.ts";
import { type Page, search } from "./page.ts";
import { type Probing, pageWith } from "./probing.ts";
import { FEW } from "./readable.ts";

const PROBE = "Records on a page";

/** Sizes that are asked for, until one is not refused. */
const SIZES = [500, 100, 50, 20];

const hasMore = (page: Page): boolean => page.link("next") !== null;

/** Probe: the largest page, which a server limits whatever `_count` asks for. */
export async function probePageSize({ calls, samples }: Probing): Promise<Found> {
  const sample =
    pageWith(samples, hasMore) ??
    pageWith(samples, ({ resources }) => resources.length > 0) ??
    pageWith(samples, ({ answer }) => answer.kind === "ok");
  if (!sample) return found(PROBE, "were not counted: no type can be searched");
  const { type, page } = sample;
  if (page.resources.length > FEW) {
    const size = page.resources.length;
    return found(
      PROBE,
      `are ${size}, although ${FEW} were asked for: _count is ignored`,
      hasMore(page) ? { page_size: size } : {},
    );
  }
  for (const size of SIZES) {
    const { answer, resources, ...rest } = await search(calls, `${type}?_count=${size}`);
    if (answer.kind === "none") return found(PROBE, `${size} at once: ${answer.words}`);
    if (answer.kind === "refused") continue;
    if (resources.length > 0 && rest.link("next") !== null) {
      const words = resources.length < size ? `are ${resources.length} at most` : `are ${size} at least`;
      return found(PROBE, words, { page_size: resources.length });
    }
    if (size < (SIZES[0] ?? size)) return found(PROBE, `are ${size} at most: more are refused`, { page_size: size });
    return found(PROBE, `have no limit that was seen: all ${resources.length} of ${type} came at once`);
  }
  return found(PROBE, `are as many as the server chooses: _count of ${SIZES.at(-1)} is refused`);
}
