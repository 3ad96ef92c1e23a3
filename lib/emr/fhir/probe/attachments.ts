import { z } from "zod";
import type { FhirFindings } from "#lib/emr/fhir/findings";
import { ownAddress } from "#lib/emr/fhir/own-address";
import { type Found, found } from "./found.ts";
import type { Probing } from "./probing.ts";

const attachment = z.object({
  contentType: z.string().optional().catch(undefined),
  data: z.string().optional().catch(undefined),
  url: z.string().optional().catch(undefined),
  size: z.number().optional().catch(undefined),
});

export type Attachment = z.infer<typeof attachment>;

const withContent = z.object({ content: z.array(z.object({ attachment })) });

type Place = FhirFindings["attachments"][number];

const placeOf = ({ data, url }: Attachment, baseUrl: string): Place[] => {
  if (data !== undefined) return ["inline"];
  if (url === undefined || !URL.parse(url, `${baseUrl}/`)?.protocol.startsWith("http")) return [];
  return [ownAddress(url, baseUrl) === null ? "elsewhere" : "server"];
};

/** Returns the attachments of the sampled documents, the smallest first. */
export const attachmentsOf = ({ samples }: Probing): Attachment[] =>
  (samples.get("DocumentReference")?.resources ?? [])
    .flatMap((resource) => withContent.safeParse(resource).data?.content ?? [])
    .map((content) => content.attachment)
    .sort((one, other) => (one.size ?? 0) - (other.size ?? 0));

const isAt = (place: Place, attachment: Attachment, { calls }: Probing): boolean =>
  placeOf(attachment, calls.baseUrl).includes(place);

/** Returns the attachments whose content is a resource of the server itself. */
export const ownAttachments = (probing: Probing): Attachment[] =>
  attachmentsOf(probing).filter((each) => isAt("server", each, probing));

const WORDS: Record<Exclude<Place, "elsewhere">, string> = {
  inline: "in the record itself",
  server: "in a file of this server",
};

/** Tries the address of a file on another origin without credentials, which go to the linked server alone. */
async function wordsElsewhere(probing: Probing): Promise<string> {
  const [file] = attachmentsOf(probing).filter((each) => isAt("elsewhere", each, probing));
  const { kind, words } = await probing.calls.askElsewhere(new URL(file?.url ?? ""));
  const result = kind === "ok" ? "which answers" : `which ${words}, so that these documents are set aside`;
  return `at another address, asked without credentials, ${result}`;
}

/** Probe: where the content of documents is, by what the samples show. */
export async function probeAttachments(probing: Probing): Promise<Found> {
  const places = [...new Set(attachmentsOf(probing).flatMap((each) => placeOf(each, probing.calls.baseUrl)))].sort();
  if (places.length === 0)
    return found("The content of documents", "could not be tried: none was among the read records", {
      attachments: [],
    });
  const words = await Promise.all(
    places.map((place) => (place === "elsewhere" ? wordsElsewhere(probing) : WORDS[place])),
  );
  return found("The content of documents", words.join("; "), { attachments: places });
}
