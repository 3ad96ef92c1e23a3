import { ownAddress } from "#lib/emr/fhir/own-address";
import { type Found, found } from "./found.ts";
import { search } from "./page.ts";
import { type Probing, pageWith } from "./probing.ts";

const PROBE = "The next page of a search";

/** Probe: the form of `next`, and whether it leads to other records. */
export async function probeNextLink({ calls, samples }: Probing): Promise<Found> {
  const sample = pageWith(samples, (page) => page.link("next") !== null);
  const link = sample?.page.link("next");
  if (!sample || !link) return found(PROBE, "could not be tried: each search fits on one page");
  const address = ownAddress(link, calls.baseUrl, sample.type);
  if (address === null) {
    const words =
      "leads to another address, which is not followed: a long list is read by the times of its changes, or not to its end";
    return found(PROBE, words, { next_link: "elsewhere" });
  }
  const form = URL.canParse(link) ? "absolute" : "relative";
  const { answer, resources } = await search(calls, address.href);
  if (answer.kind !== "ok")
    return found(PROBE, `has ${form === "absolute" ? "an absolute" : "a relative"} link that ${answer.words}`);
  const before = new Set(sample.page.resources.map(({ id }) => id));
  const repeats = resources.some(({ id }) => before.has(id));
  const words = `has ${form === "absolute" ? "an absolute" : "a relative"} link`;
  return found(PROBE, repeats ? `${words}, and repeats records: they are stored once` : words, { next_link: form });
}
