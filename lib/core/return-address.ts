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

/** The sign-in page that leads to a page of the console, or to its beginning where the page is none of those. */
export function signInAddress(page: string | null): string {
  const wanted = returnAddress(page);
  return wanted === null ? "/sign-in" : `/sign-in?next=${encodeURIComponent(wanted)}`;
}
