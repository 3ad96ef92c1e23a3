import { UsageError } from "./cli-errors.ts";
import { askSecret } from "./cli-prompt.ts";
import type { Client, RecordsEvent } from "./face.d.ts";
import { signWebhook, WebhookError } from "./webhook.ts";

/** Time for the local app to answer. */
const ANSWER_MS = 15_000;
const VARIABLE = "WEBHOOK_SECRET";

/** Returns the local address to forward to. Throws a UsageError for any other: events hold patients' data. */
function localAddress(text: string | undefined): string {
  if (text === undefined || !URL.canParse(text)) {
    throw new UsageError("--forward needs a local address, such as http://localhost:3001/records");
  }
  const { protocol, hostname } = new URL(text);
  const isLocal = hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
  if (!isLocal || !/^https?:$/.test(protocol)) throw new UsageError("--forward takes an address of this machine alone");
  return text;
}

/** Sends an event as a delivery is sent; returns the line to print. The app may answer with any status. */
async function forward(event: RecordsEvent, to: string, secret: string): Promise<string> {
  const body = JSON.stringify(event);
  const headers = { "content-type": "application/json", ...(await signWebhook({ id: event.id, body }, secret)) };
  const told = `${event.created} ${event.type} ${event.id}`;
  try {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const response = await fetch(to, { method: "POST", headers, body, signal, redirect: "manual" });
    await response.body?.cancel();
    return `${told} -> ${response.status}`;
  } catch {
    return `${told} -> no answer from ${to}`;
  }
}

/** `records listen`: forwards the account's events to a local address, signed, until the signal. */
export async function listen(
  client: Client,
  {
    to,
    env,
    signal,
    print,
  }: {
    to: string | undefined;
    env: Readonly<Record<string, string | undefined>>;
    signal: AbortSignal;
    print: (line: string) => void;
  },
): Promise<void> {
  const address = localAddress(to);
  const secret =
    env[VARIABLE]?.trim() || (await askSecret("Secret of the endpoint or API client (whsec_…): ", VARIABLE));
  // Checks the secret before the first event, because a wrong one would fail only then.
  await signWebhook({ id: "check", body: "" }, secret).catch((error: Error) => {
    throw error instanceof WebhookError ? new UsageError(error.message) : error;
  });
  print(`Forwarding events to ${address}`);
  for await (const message of client.events({ signal })) {
    if (message.kind === "event") print(await forward(message.event, address, secret));
  }
}
