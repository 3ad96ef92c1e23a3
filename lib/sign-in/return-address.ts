import type { ProviderRefusal } from "./provider-refusal.ts";

/** Where the console's pages begin; anything else is no place to return to. */
const PAGES = /^\/a\/[0-9a-f]{32}(?:[/?]|$)/;

/** For parsing an address without a host, and never called. */
const NOWHERE = "http://console.invalid";

/**
 * The page of the console that a text names, or null where it names none: it is part of an address that anyone may
 * have written, and must lead nowhere else.
 */
export function returnAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text, NOWHERE)) return null;
  const { origin, pathname, search } = new URL(text, NOWHERE);
  return origin === NOWHERE && PAGES.test(pathname) ? pathname + search : null;
}

/**
 * The sign-in page that leads to a page of the console, or to its beginning where the page is none of those. `ended`: it
 * says that a session has ended; `refused`: why a sign-in through the organization's provider came to nothing.
 */
export function signInAddress(
  page: string | null,
  { ended = false, refused }: { ended?: boolean; refused?: ProviderRefusal } = {},
): string {
  const wanted = returnAddress(page);
  const query = new URLSearchParams({
    ...(wanted && { next: wanted }),
    ...(ended && { ended: "1" }),
    ...(refused && { refused }),
  });
  return query.size > 0 ? `/sign-in?${query}` : "/sign-in";
}
