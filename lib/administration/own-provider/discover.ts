import { request } from "undici";
import { z } from "zod";
import { makeAgent, TargetRefused } from "#lib/egress/agent";
import { providerTargets } from "#lib/egress/policies";
import { checkTarget } from "#lib/egress/target";
import { within } from "#lib/egress/within";
import { invalid } from "#lib/kernel/api-error";
import { problem } from "#lib/kernel/field-error";
import { descriptionOf, PROVIDER_DEADLINE_MS } from "#lib/sign-in/openid-config";

const MAX_BYTES = 262_144;

const description = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});

const refuse = (message: string) => invalid(problem("issuer", message));

async function read(address: string): Promise<unknown> {
  const dispatcher = makeAgent({ policy: providerTargets() });
  const signal = AbortSignal.timeout(PROVIDER_DEADLINE_MS);
  const exchange = async () => {
    const { statusCode, body } = await request(address, { dispatcher, signal, headersTimeout: 0, bodyTimeout: 0 });
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += (chunk as Uint8Array).byteLength;
      if (size > MAX_BYTES) throw new Error("too large");
      chunks.push(chunk as Uint8Array);
    }
    return statusCode === 200 ? JSON.parse(Buffer.concat(chunks, size).toString()) : null;
  };
  try {
    return await within(signal, exchange());
  } finally {
    await dispatcher.destroy();
  }
}

/**
 * Reads an OpenID provider's description from an address that may be dialled, and checks that it is that of the issuer
 * and that sign-ins keep to such addresses. Throws 400 for `issuer` with what is wrong; follows no redirect.
 */
export async function assertProvider(issuer: string): Promise<void> {
  const refusal = checkTarget(issuer, providerTargets());
  if (refusal) throw refuse(refusal);
  const answered = await read(descriptionOf(issuer)).catch((error: unknown) => {
    throw refuse(error instanceof TargetRefused ? error.message : "did not answer with its description in time");
  });
  const { data } = description.safeParse(answered);
  if (!data) throw refuse("has no OpenID description at /.well-known/openid-configuration");
  if (data.issuer !== issuer) throw refuse("must be written as the provider's description has it");
  const refused = [data.authorization_endpoint, data.token_endpoint, data.jwks_uri].find(
    (address) => checkTarget(address, providerTargets()) !== null,
  );
  if (refused) throw refuse("has an endpoint that is not a public https address");
}
