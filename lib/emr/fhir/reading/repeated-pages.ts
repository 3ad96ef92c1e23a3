import { createHash } from "node:crypto";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { word } from "./elements.ts";

type Page = { readonly resources: readonly Untrusted[] };

/** Pages that a cursor remembers. */
const REMEMBERED = 64;
/** Pages in a row without a resource after which no further one is asked for. */
const MAX_EMPTY = 20;

/** Returns a short text that is the same for pages with the same resources; "" for a page without any. */
function digestOf({ resources }: Page): string {
  if (resources.length === 0) return "";
  const ids = resources.map(({ id }) => word(id)).toSorted();
  return createHash("sha256").update(ids.join("\n")).digest("base64url").slice(0, 12);
}

/** Returns the remembered pages with a further one; null if that one came before, since the pages then have no end. */
export function withPage(pages: readonly string[], page: Page): string[] | null {
  const digest = digestOf(page);
  const known = [...pages, digest].slice(-REMEMBERED);
  const isRepeated =
    digest === "" ? known.slice(-MAX_EMPTY).join("") === "" && known.length >= MAX_EMPTY : pages.includes(digest);
  return isRepeated ? null : known;
}
