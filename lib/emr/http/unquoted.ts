import type { EmrResponse } from "#lib/egress/emr-client";

/** The forms in which a server may quote a header: without its scheme, as it stands in JSON and as it is. */
function formsOf(header: string): string[] {
  const credential = header.replace(/^\S+ +(?=\S+$)/, "");
  return [JSON.stringify(credential).slice(1, -1), credential];
}

/** Returns a refusal without the headers that authorized its call, which a server may quote in its words. */
export function unquoted(response: EmrResponse, headers: readonly string[]): EmrResponse {
  const credentials = headers.flatMap(formsOf);
  const text = response.body.toString("utf8");
  if (!credentials.some((each) => text.includes(each))) return response;
  return { ...response, body: Buffer.from(credentials.reduce((left, each) => left.replaceAll(each, "…"), text)) };
}
