import { ownAddress } from "#lib/emr/fhir/own-address";
import { ownAttachments } from "./attachments.ts";
import { type Found, found } from "./found.ts";
import type { Probing } from "./probing.ts";

const PROBE = "A file of a document";

/** Probe: whether a file comes raw or as base64 in a Binary if its own type is asked for. */
export async function probeBinary(probing: Probing): Promise<Found> {
  const [file] = ownAttachments(probing);
  const { calls } = probing;
  const address = file?.url === undefined ? null : ownAddress(file.url, calls.baseUrl);
  if (!file || !address)
    return found(PROBE, "was not tried: none of the documents that were read has a file on this server");
  const accept = file.contentType ?? "application/octet-stream";
  const own = await calls.ask(address.href, { headers: { accept } });
  if (own.kind === "ok" && own.json?.resourceType !== "Binary")
    return found(PROBE, "comes as it is", { binary: "raw" });
  const answer = own.kind === "ok" ? own : await calls.ask(address.href);
  if (answer.kind === "ok" && typeof answer.json?.data === "string") {
    const words = own.kind === "ok" ? "comes as base64" : "comes as base64 alone: its own type is refused";
    return found(PROBE, words, { binary: "base64" });
  }
  return found(PROBE, answer.words);
}
