import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from "jose";
import { seal } from "#lib/security/sealing/secret-box";

/** One pair per algorithm that SMART Backend Services know, because a server may take only one of them. */
const ALGORITHMS = [
  { alg: "RS384", options: { modulusLength: 2048 } },
  { alg: "ES384", options: {} },
] as const;

/** Key pairs whose private halves are sealed. */
export interface KeyPairs {
  publicKeys: JWK[];
  privateKeys: string;
}

async function newPair({ alg, options }: (typeof ALGORITHMS)[number]) {
  const pair = await generateKeyPair(alg, { ...options, extractable: true });
  const [publicJwk, privateJwk] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const named = { kid: await calculateJwkThumbprint(publicJwk), alg, use: "sig" };
  return { publicKey: { ...publicJwk, ...named }, privateKey: { ...privateJwk, ...named } };
}

/** Generates key pairs; takes some hundred milliseconds. */
export async function newKeyPairs(): Promise<KeyPairs> {
  const pairs = await Promise.all(ALGORITHMS.map(newPair));
  return {
    publicKeys: pairs.map(({ publicKey }) => publicKey),
    privateKeys: await seal(JSON.stringify(pairs.map(({ privateKey }) => privateKey))),
  };
}
