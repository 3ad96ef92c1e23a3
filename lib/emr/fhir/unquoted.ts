import type { EmrResponse } from "#lib/egress/emr-client";
import type { AuthorizingHeaders } from "./authorization.ts";

/** The forms in which a server may quote a header: without its scheme, as it stands in JSON and as it is. */
function formsOf(header: string): string[] {
  const credential = header.replace(/^\S+ +(?=\S+$)/, "");
  return [JSON.stringify(credential).slice(1, -1), credential];
}

/** Returns a refusal without the credentials of its call, which a server may quote in its message. */
export function unquoted(response: EmrResponse, authorized: AuthorizingHeaders): EmrResponse {
  if (response.status < 400) return response;
  const credentials = Object.values(authorized).flatMap(formsOf);
  const text = response.body.toString("utf8");
  if (!credentials.some((each) => text.includes(each))) return response;
  return { ...response, body: Buffer.from(credentials.reduce((left, each) => left.replaceAll(each, "…"), text)) };
}
