import { z } from "zod";
import type { FhirFindings } from "#lib/emr/fhir/findings";
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
  const address = url === undefined ? null : URL.parse(url, `${baseUrl}/`);
  if (address === null || !address.protocol.startsWith("http")) return [];
  return [address.origin === new URL(baseUrl).origin ? "server" : "elsewhere"];
};

/** Returns the attachments of the sampled documents, the smallest first. */
export const attachmentsOf = ({ samples }: Probing): Attachment[] =>
  (samples.get("DocumentReference")?.resources ?? [])
    .flatMap((resource) => withContent.safeParse(resource).data?.content ?? [])
    .map((content) => content.attachment)
    .sort((one, other) => (one.size ?? 0) - (other.size ?? 0));

/** Returns the attachments whose content is a resource of the server itself. */
export const ownAttachments = (probing: Probing): Attachment[] =>
  attachmentsOf(probing).filter((each) => placeOf(each, probing.calls.baseUrl).includes("server"));

const WORDS: Record<Place, string> = {
  inline: "in the record itself",
  server: "in a file of this server",
  elsewhere:
    "at another address, which is not followed: credentials go to the linked server alone, so these documents are set aside",
};

/** Probe: where the content of documents is, by what the samples show. */
export function attachmentsFound(probing: Probing): Found {
  const places = [...new Set(attachmentsOf(probing).flatMap((each) => placeOf(each, probing.calls.baseUrl)))].sort();
  const words =
    places.length > 0 ? places.map((place) => WORDS[place]).join("; ") : "was not seen: there is no document";
  return found("The content of documents", words, { attachments: places });
}
