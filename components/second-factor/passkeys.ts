import { Refused } from "#lib/browser/forms/failure-words";
import { deviceWords } from "#lib/sign-in/device-words";
import type { NewPasskey, UsedPasskey } from "#lib/sign-in/second-factor/model";
import { words } from "./words.ts";

/** The options that the server sends for the browser's dialog; the browser checks them. */
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
  if (passkeysAt === null) return words.needsHttps;
  if (passkeysAt !== window.location.origin) return words.worksAt(passkeysAt);
  return "PublicKeyCredential" in window ? null : words.noPasskeys;
}

/** Returns the refusal to show for what the browser's dialog threw. */
function refusal(error: unknown): Refused {
  const { name } = error instanceof Error ? error : { name: "" };
  if (name === "InvalidStateError") {
    return new Refused({ title: words.passkeyKnown, next: words.useAnother });
  }
  return new Refused({ title: words.passkeyNotUsed, next: words.dialogClosed });
}

/**
 * Shows the browser's dialog for a new passkey. Returns it with a name by which a person knows it from their others: the
 * device that they made it on, unless it is on another one. Throws Refused if the dialog is closed.
 */
export async function makePasskey(options: Options): Promise<{ passkey: NewPasskey; name: string }> {
  const { startRegistration } = await loadLibrary();
  // Made by the same library on the server.
  const made = await startRegistration({ optionsJSON: options as unknown as CreationOptions }).catch((error) => {
    throw refusal(error);
  });
  const { clientDataJSON, attestationObject, transports } = made.response;
  const { id, rawId } = made;
  const isElsewhere = made.authenticatorAttachment === "cross-platform";
  return {
    passkey: { id, rawId, type: "public-key", response: { clientDataJSON, attestationObject, transports } },
    name: isElsewhere ? words.keyOrPhone : deviceWords(navigator.userAgent),
  };
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
