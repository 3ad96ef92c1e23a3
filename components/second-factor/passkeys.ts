import { Refused } from "#lib/browser/forms/failure-words";
import type { NewPasskey, UsedPasskey } from "#lib/sign-in/second-factor/model";

/** What the server sends for the browser's dialog; the browser checks it. */
type Options = Record<string, unknown>;

const loadLibrary = () => import("@simplewebauthn/browser");
type Library = Awaited<ReturnType<typeof loadLibrary>>;
type CreationOptions = Parameters<Library["startRegistration"]>[0]["optionsJSON"];
type RequestOptions = Parameters<Library["startAuthentication"]>[0]["optionsJSON"];

/**
 * Returns why passkeys do not work on this page, or null if they do. `passkeysAt`: the origin at which they work, null
 * if they work nowhere.
 */
export function whyNoPasskeys(passkeysAt: string | null): string | null {
  if (passkeysAt === null) return "Passkeys need an https address with a name. This console has none.";
  if (passkeysAt !== window.location.origin) return `Passkeys work at ${passkeysAt} alone. Open the console there.`;
  return "PublicKeyCredential" in window ? null : "This browser has no passkeys.";
}

/** Returns the refusal to show for what the browser's dialog threw. */
function refusal(error: unknown): Refused {
  const { name } = error instanceof Error ? error : { name: "" };
  if (name === "InvalidStateError") {
    return new Refused({ title: "You have this passkey already", next: "Use another device or security key." });
  }
  return new Refused({ title: "The passkey was not used", next: "The dialog was closed or took too long. Try again." });
}

/** Shows the browser's dialog for a new passkey. Throws Refused if it is closed. */
export async function makePasskey(options: Options): Promise<NewPasskey> {
  const { startRegistration } = await loadLibrary();
  // Made by the same library on the server.
  const made = await startRegistration({ optionsJSON: options as unknown as CreationOptions }).catch((error) => {
    throw refusal(error);
  });
  const { clientDataJSON, attestationObject, transports } = made.response;
  const { id, rawId } = made;
  return { id, rawId, type: "public-key", response: { clientDataJSON, attestationObject, transports } };
}

/** Shows the browser's dialog to use a passkey. Throws Refused if it is closed. */
export async function askForPasskey(options: Options): Promise<UsedPasskey> {
  const { startAuthentication } = await loadLibrary();
  // Made by the same library on the server.
  const used = await startAuthentication({ optionsJSON: options as unknown as RequestOptions }).catch((error) => {
    throw refusal(error);
  });
  const { clientDataJSON, authenticatorData, signature } = used.response;
  const { id, rawId } = used;
  return { id, rawId, type: "public-key", response: { clientDataJSON, authenticatorData, signature } };
}
