import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { conflict } from "#lib/kernel/domain-error";
import type { SecondFactor } from "./factors.ts";
import type { NewPasskey, UsedPasskey } from "./model.ts";
import { type PasskeySite, passkeySite } from "./passkey-site.ts";

/** Time to answer the browser's dialog. */
const TIMEOUT_MS = 5 * 60_000;

/** Returns where passkeys work. Throws `conflict` if they work nowhere. */
function requiredSite(): PasskeySite {
  const site = passkeySite();
  if (!site) throw conflict("Passkeys need an https address with a name: this console has none");
  return site;
}

const described = (factors: readonly SecondFactor[]) =>
  factors.flatMap(({ credentialId, transports }) =>
    credentialId === null ? [] : [{ id: credentialId, transports: transports ?? [] }],
  );

/** Returns what a browser needs to make a passkey that the person does not have yet. Throws `conflict` (see passkeySite). */
export function creationOptions(
  { userId, email, name }: { userId: string; email: string; name: string },
  factors: readonly SecondFactor[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: "Clinical Records",
    rpID: requiredSite().rpId,
    userID: Buffer.from(userId, "hex"),
    userName: email,
    userDisplayName: name,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: described(factors),
    // The password comes first, so the passkey need not name its person.
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
}

/** Returns what a browser needs to use one of the person's passkeys. Throws `conflict` (see passkeySite). */
export function requestOptions(factors: readonly SecondFactor[]): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: requiredSite().rpId,
    allowCredentials: described(factors),
    timeout: TIMEOUT_MS,
    userVerification: "preferred",
  });
}

/** Returns the columns of a new passkey; null if the browser's answer does not prove it. */
export async function verifyNewPasskey({ response, ...passkey }: NewPasskey, toSign: string) {
  const { rpId, origin } = requiredSite();
  const { transports = [], ...attested } = response;
  const verified = await verifyRegistrationResponse({
    response: { ...passkey, response: attested, clientExtensionResults: {} },
    expectedChallenge: toSign,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch(() => null);
  if (!verified?.verified) return null;
  const { id, publicKey, counter } = verified.registrationInfo.credential;
  return { credentialId: id, publicKey, signCount: counter, transports };
}

/** Returns the passkey's new counter; null if the browser's answer does not prove one of these passkeys. */
export async function verifyUsedPasskey(
  passkey: UsedPasskey,
  { credentialId, publicKey, signCount }: SecondFactor,
  toSign: string,
): Promise<number | null> {
  const { rpId, origin } = requiredSite();
  if (credentialId === null || publicKey === null || signCount === null) return null;
  const verified = await verifyAuthenticationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    expectedChallenge: toSign,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: signCount },
    requireUserVerification: false,
  }).catch(() => null);
  return verified?.verified ? verified.authenticationInfo.newCounter : null;
}
