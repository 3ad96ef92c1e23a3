import type { IncomingMessage } from "node:http";
import { isScimAddress } from "#lib/api/answer/error-form";

/** An address of this server, which a URL needs to be read. */
const SOME_ORIGIN = "http://localhost";

/** A target that is in its one form already, as most are. */
const PLAIN = /^(?:\/[\w~-]+)*\/?(?:\?[^#]*)?$/;

const ABSOLUTE = /^https?:\/\/[^/?#\\]/i;

/** Takes the host that an absolute target names in place of the header's (RFC 9112, section 3.2.2), and returns the rest. */
function withoutOrigin(request: Pick<IncomingMessage, "url" | "headers">, target: string): string | null {
  if (!ABSOLUTE.test(target)) return target;
  if (!URL.canParse(target)) return null;
  request.headers.host = new URL(target).host;
  const rest = target.slice(target.indexOf("//") + 2).replace(/^[^/?#\\]*/, "");
  return /^[/\\]/.test(rest) ? rest : `/${rest}`;
}

/**
 * Brings a request's target to one form before anything reads it: path and query, without an origin, a fragment and the
 * segments `.` and `..`, however they are encoded. All that decide by the path, ours and the framework, then read the
 * same one. Returns false for a target that names no address.
 */
export function readTarget(request: Pick<IncomingMessage, "url" | "headers">): boolean {
  const { url = "" } = request;
  if (url.startsWith("/") && PLAIN.test(url)) return true;
  const target = withoutOrigin(request, url);
  if (target === null || !/^[/\\]/.test(target) || !URL.canParse(SOME_ORIGIN + target)) return false;
  const [, path = "", query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(target) ?? [];
  const { pathname } = new URL(SOME_ORIGIN + path);
  // Beside an origin, two slashes would begin another host.
  if (pathname.startsWith("//")) return false;
  request.url = pathname + query;
  return true;
}

/**
 * Removes the empty segments of a target below `/scim/v2`: a directory whose address was entered with a slash at its end
 * sends two of them, and would not follow the framework's redirect with its body.
 */
export function joinSegments(request: Pick<IncomingMessage, "url">): void {
  const { url = "" } = request;
  if (!isScimAddress(url)) return;
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  request.url = `/${path.split("/").filter(Boolean).join("/")}${query}`;
}

/** Returns whether a path can name something: percent-encoding that is not UTF-8, and NUL, occur in no name. */
export function isName(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/** Addresses whose handlers name the parameter at fault themselves. */
const NAMES_PARAMETERS = /^\/(v1|scim)\//;

/** Returns whether an address has a NUL in its query that no handler would refuse, and that PostgreSQL cannot store. */
export const hasStrayNul = (url: string): boolean =>
  url.includes("%00", url.indexOf("?") + 1 || url.length) && !NAMES_PARAMETERS.test(url);
