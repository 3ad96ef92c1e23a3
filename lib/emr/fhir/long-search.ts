import type { EmrRequest, EmrResponse } from "#lib/egress/emr-client";
import { EmrError } from "#lib/emr/port/port";

/** Characters of an address: some servers answer a longer one with 404. */
const MAX_ADDRESS = 2_048;
/** Characters above which an address may be the reason of a refusal. */
const LONG = 512;

/** A search of a type, relative to the base URL; a link to a further page is absolute. */
const SEARCH = /^[A-Z][A-Za-z]+(?:\?|$)/;

/** Statuses by which a server says that it takes no search by POST. */
const REFUSALS: readonly number[] = [400, 403, 404, 405, 415, 501];
/** Statuses by which a server says that an address is too long. */
const TOO_LONG: readonly number[] = [404, 414, 431];

/** Thrown if a server refuses a search for the length of its address: a shorter one may be answered. */
class AddressTooLong extends EmrError {
  readonly isAddressTooLong = true;
}

/** Returns whether a search was refused for the length of its address. */
export const isAddressTooLong = (error: unknown): boolean => error instanceof EmrError && "isAddressTooLong" in error;

/** Throws an EmrError (`isAddressTooLong`) if an answer to a search may be a refusal of the length of its address. */
export function assertNotTooLong(baseUrl: string, address: string, { status }: Pick<EmrResponse, "status">): void {
  const { length } = new URL(address, `${baseUrl}/`).href;
  if (length > LONG && TOO_LONG.includes(status))
    throw new AddressTooLong("passing", `The EMR does not take an address of ${length} characters`, { notDone: true });
}

type Ask = (address: string, request: EmrRequest) => Promise<EmrResponse>;

const isDone = ({ status }: EmrResponse): boolean => status >= 200 && status <= 299;

/**
 * Returns how searches are asked: by GET, and by POST `_search` if the server takes that and the address is too long, was refused
 * for its length, or if the server takes no search by GET. `takesPost`: whether the last probe found that it does.
 */
export function searchesBy(
  ask: Ask,
  { baseUrl, parameters, takesPost }: { baseUrl: string; parameters: string | null; takesPost: boolean | null },
) {
  let post = takesPost;
  let isOnlyPost = false;

  /** Returns the answer to a search by POST; null if the server takes none. */
  async function byPost(type: string, query: string, request: EmrRequest): Promise<EmrResponse | null> {
    if (post === false) return null;
    const headers = { ...request.headers, "content-type": "application/x-www-form-urlencoded" };
    const response = await ask(`${type}/_search`, { ...request, method: "POST", headers, body: query });
    if (isDone(response)) post = true;
    if (!REFUSALS.includes(response.status)) return response;
    // A server that was found to take it refuses this search alone.
    if (post === true) return response;
    post = false;
    return null;
  }

  return {
    /** Whether values of any length may stand in one search. */
    takesLong: (): boolean => post === true,
    /** Asks a search or any other address. Throws an EmrError. */
    async ask(address: string, request: EmrRequest): Promise<EmrResponse> {
      if (!SEARCH.test(address)) return ask(address, request);
      const [type = "", ...queries] = address.split("?");
      const query = [...queries, ...(parameters === null ? [] : [parameters])].filter((each) => each !== "").join("&");
      const full = query === "" ? type : `${type}?${query}`;
      const { length } = new URL(full, `${baseUrl}/`).href;
      if (isOnlyPost || (length > MAX_ADDRESS && post === true)) {
        const posted = await byPost(type, query, request);
        if (posted) return posted;
      }
      const response = await ask(full, request);
      const isTooLong = length > LONG && TOO_LONG.includes(response.status);
      if (response.status !== 405 && !isTooLong) return response;
      const posted = await byPost(type, query, request);
      if (posted && isDone(posted) && response.status === 405) isOnlyPost = true;
      return posted && isDone(posted) ? posted : response;
    },
  };
}
