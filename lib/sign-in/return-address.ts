import type { ProviderRefusal } from "./provider-refusal.ts";

/** The page of the second factor, between the password and the session. */
export const SECOND_STEP = "/sign-in/second-step";

/** The page at which a person chooses whom the deployment's provider has signed in. */
const CHOICE = "/sign-in/choose";

/** The page of an invitation's link. */
export const INVITATION = "/invitation";

/** Addresses of the console's pages, of an invitation, and of an assistant's question; no others are accepted. */
const PAGES = /^(?:\/a\/[0-9a-f]{32}(?:[/?]|$)|\/invitation$|\/oauth\/authorize$)/;

/** Base for parsing an address without a host; it is never requested. */
const NOWHERE = "http://console.invalid";

/**
 * Returns the console page that a text names, or null. Anyone may have written the text as part of a link, so it must
 * not lead anywhere else.
 */
export function returnAddress(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text, NOWHERE)) return null;
  const { origin, pathname, search } = new URL(text, NOWHERE);
  return origin === NOWHERE && PAGES.test(pathname) ? pathname + search : null;
}

/** Returns the id of the linked account whose page an address names, or null. */
export const accountOfPage = (page: string): string | null => /^\/a\/([0-9a-f]{32})(?:[/?]|$)/.exec(page)?.[1] ?? null;

/**
 * Returns the address of the sign-in page that leads to a page of the console, or to its start page if the page is
 * none. `ended` shows that a session has ended, `locked` that the person has locked the browser; `refused` shows why a provider sign-in failed. `at`: the sign-in
 * page, if it is that of one organization.
 */
export function signInAddress(
  page: string | null,
  {
    ended = false,
    locked = false,
    refused,
    at = "/sign-in",
  }: { ended?: boolean; locked?: boolean; refused?: ProviderRefusal; at?: string } = {},
): string {
  const wanted = returnAddress(page);
  const query = new URLSearchParams({
    ...(wanted && { next: wanted }),
    ...(ended && { ended: "1" }),
    ...(locked && { locked: "1" }),
    ...(refused && { refused }),
  });
  return query.size > 0 ? `${at}?${query}` : at;
}

function leadingTo(step: string, page: string | null): string {
  const wanted = returnAddress(page);
  return wanted ? `${step}?${new URLSearchParams({ next: wanted })}` : step;
}

/** Returns the address of the page of the second factor, which leads to a page of the console. */
export const secondStepAddress = (page: string): string => leadingTo(SECOND_STEP, page);

/** Returns the address of the page of the choice, which leads to a page of the console. */
export const choiceAddress = (page: string | null): string => leadingTo(CHOICE, page);
