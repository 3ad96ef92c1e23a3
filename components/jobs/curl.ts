const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * Returns a request as a `curl` command for a shell. Credentials are placeholders, because the browser never has them.
 * `address` is the full URL.
 */
export function curlFor(method: string, address: string, body: Record<string, unknown>): string {
  return [
    `curl -X ${method} ${quoted(address)}`,
    `-H ${quoted("client_id: <CLIENT_ID>")}`,
    `-H ${quoted("client_secret: <CLIENT_SECRET>")}`,
    `-H ${quoted("access_token: <ACCESS_TOKEN>")}`,
    `-H ${quoted("Content-Type: application/json")}`,
    `-d ${quoted(JSON.stringify(body))}`,
  ].join(" \\\n  ");
}
