/** Addresses of the interfaces for programs. */
const NO_PAGE = /^\/(v1|api|mcp|scim|client)(\/|\?|$)/;

/** Returns whether an address, without its origin, may be a page. Elsewhere a browser has nothing to run, load or frame. */
export const isPageAddress = (url: string): boolean => !NO_PAGE.test(url);
