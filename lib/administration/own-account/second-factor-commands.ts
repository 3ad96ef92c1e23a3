import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { afterCommit } from "#lib/db/door";
import { appUser, recoveryCode, secondFactor } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type CommandContext, defineCommand } from "#lib/definitions/command";
import { conflict, invalid, tooMany, unauthorized } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { namedRecord } from "#lib/kernel/named-record";
import type { Principal } from "#lib/kernel/principal";
import { newChallenge, takeChallenge } from "#lib/sign-in/second-factor/challenge";
import { beginEnrolment, finishEnrolment } from "#lib/sign-in/second-factor/enrol";
import { factorsOf, requiresSecondFactor } from "#lib/sign-in/second-factor/factors";
import { begunEnrolment, finishedEnrolment, newFactorName } from "#lib/sign-in/second-factor/model";
import { requestOptions } from "#lib/sign-in/second-factor/passkeys";
import { prove } from "#lib/sign-in/second-factor/prove";
import { replaceRecoveryCodes } from "#lib/sign-in/second-factor/recovery-codes";
import { beginOwnProof, endSignIn } from "#lib/sign-in/sign-in-throttle";
import { newConfirmation, requireConfirmation } from "./confirmation.ts";
import { confirmationInput, confirmed, newEnrolment, secondFactorModel } from "./model.ts";
import { toSecondFactor } from "./to-second-factor.ts";
import { verifiedHash } from "./verified-password.ts";

const nothing = z.object({});

const recoveryCodes = z
  .array(z.string())
  .describe("Each takes the place of a code once. Only this response shows them; those made before no longer work");

/** Returns the signed-in person's row, locked: changes of their factors take turns. */
async function self(tx: Transaction, { actor }: Principal) {
  const [person] = await tx.select().from(appUser).where(eq(appUser.id, actor.id)).for("update");
  if (!person) throw unauthorized();
  return { ...person, userId: person.id };
}

const common = { embed: "account", permission: "own-account:update", status: 200 } as const;

/** POST /me/second-factor/passkey-challenge: what the browser needs to confirm by a passkey who the person is. */
export const challengeOwnPasskey = defineCommand({
  ...common,
  method: "POST",
  path: "/me/second-factor/passkey-challenge",
  summary: "Start a confirmation by passkey",
  input: nothing,
  done: "Use a passkey",
  body: z.object({
    challenge_id: z.string(),
    options: z.record(z.string(), z.unknown()).describe("WebAuthn's PublicKeyCredentialRequestOptionsJSON"),
  }),
  async execute({ tx, principal }) {
    const person = await self(tx, principal);
    const options = await requestOptions(await factorsOf(tx, person.id));
    const challenge_id = await newChallenge(tx, person, "confirmation", options.challenge);
    return { challenge_id, options: { ...options } };
  },
});

type Confirming = CommandContext<z.infer<typeof confirmationInput>, unknown>;

/** Throws `invalid` unless the request proves one of the person's second factors; a person without one needs no proof. */
async function assertProven({ tx, principal, input }: Confirming): Promise<void> {
  const { userId } = await self(tx, principal);
  if ((await factorsOf(tx, userId)).length === 0) return;
  if (!input.code && !input.passkey) throw invalid(problem("code", "is required"));
  const { challenge_id: id } = input;
  const toSign = id === undefined ? null : ((await takeChallenge(tx, userId, id, "confirmation")) ?? null);
  if ((await prove(tx, userId, input, toSign)) !== null) return;
  throw invalid(problem(input.passkey ? "passkey" : "code", "is wrong, or was used before"));
}

/** POST /me/second-factor/confirmation: confirms by password and second factor who the signed-in person is. */
export const confirmOwnIdentity = defineCommand({
  ...common,
  method: "POST",
  path: "/me/second-factor/confirmation",
  summary: "Confirm one's own identity",
  description:
    "Changes of second factors need it, for 10 minutes in the same session. A person who has a second factor also sends a `code` or a `passkey`. After 10 wrong passwords or codes, one more is accepted every 15 minutes (429).",
  secret: true,
  input: confirmationInput,
  done: "Confirmed",
  body: z.object({ confirmation: z.string() }),
  async look(request) {
    await verifiedHash(request, request.input.current_password);
    const { attempt, retryAfter } = await beginOwnProof(request.principal.actor.id);
    if (retryAfter === null) return attempt;
    throw tooMany("Too many wrong codes; nothing was saved", retryAfter);
  },
  async execute(context) {
    await assertProven(context);
    // A second connection is taken after the commit alone; a count that stays is no fault.
    afterCommit(context.tx, () => void endSignIn(context.looked).catch(() => undefined));
    return { confirmation: await newConfirmation(context.principal) };
  },
});

/** POST /me/second-factor/enrolments: begins to set up an authenticator app or a passkey. */
export const beginOwnSecondFactor = defineCommand({
  ...common,
  method: "POST",
  path: "/me/second-factor/enrolments",
  summary: "Start to set up a second factor",
  secret: true,
  input: newEnrolment,
  done: "Set it up within 10 minutes",
  body: begunEnrolment,
  async execute({ tx, principal, input }) {
    await requireConfirmation(principal, input.confirmation);
    const person = await self(tx, principal);
    return beginEnrolment(person, input.kind, await factorsOf(tx, person.id));
  },
});

/** POST /me/second-factors: stores the factor that was set up. */
export const addOwnSecondFactor = defineCommand({
  ...common,
  method: "POST",
  path: "/me/second-factors",
  summary: "Add a second factor to one's own account",
  description: "The answer has recovery codes if the person had none left.",
  status: 201,
  secret: true,
  input: finishedEnrolment,
  done: "Second factor added",
  body: z.object({ second_factor: secondFactorModel, recovery_codes: recoveryCodes.nullable() }),
  made: ({ second_factor }) => second_factor.id,
  async execute({ tx, principal, input, note }) {
    const owner = await self(tx, principal);
    const { factor, recoveryCodes: codes } = await finishEnrolment(tx, owner, input);
    note({ record: factor.name });
    return { second_factor: toSecondFactor(factor), recovery_codes: codes };
  },
});

/** PATCH /me/second-factors/{id}: renames one of the person's second factors. */
export const renameOwnSecondFactor = defineCommand({
  ...common,
  method: "PATCH",
  path: "/me/second-factors/{id}",
  summary: "Rename a second factor of one's own account",
  input: newFactorName,
  done: "Second factor renamed",
  body: z.object({ second_factor: secondFactorModel }),
  async execute({ tx, principal, params, input, note }) {
    const renamed = await namedRecord(params, "Second factor", (id) =>
      tx
        .update(secondFactor)
        .set({ name: input.name })
        .where(and(eq(secondFactor.id, id), eq(secondFactor.userId, principal.actor.id)))
        .returning(),
    );
    note({ record: renamed.name });
    return { second_factor: toSecondFactor(renamed) };
  },
});

/** DELETE /me/second-factors/{id}: removes one of the person's second factors. */
export const removeOwnSecondFactor = defineCommand({
  ...common,
  method: "DELETE",
  path: "/me/second-factors/{id}",
  summary: "Remove a second factor from one's own account",
  description: "The last one cannot be removed while the organization requires one: 409.",
  input: confirmed,
  done: "Second factor removed",
  body: nothing,
  async execute({ tx, principal, params, input, note }) {
    const { userId } = await self(tx, principal);
    const removed = await namedRecord(params, "Second factor", (id) =>
      tx
        .delete(secondFactor)
        .where(and(eq(secondFactor.id, id), eq(secondFactor.userId, userId)))
        .returning(),
    );
    await requireConfirmation(principal, input.confirmation);
    const isLast = (await factorsOf(tx, userId)).length === 0;
    if (isLast && (await requiresSecondFactor(tx, principal.organizationId))) {
      throw conflict("Your organization requires a second factor: add another one before you remove this one");
    }
    if (isLast) await tx.delete(recoveryCode).where(eq(recoveryCode.userId, userId));
    note({ record: removed.name });
    return {};
  },
});

/** POST /me/recovery-codes: replaces the person's recovery codes. */
export const replaceOwnRecoveryCodes = defineCommand({
  ...common,
  method: "POST",
  path: "/me/recovery-codes",
  summary: "Create new recovery codes for one's own account",
  status: 201,
  secret: true,
  input: confirmed,
  done: "Recovery codes created",
  body: z.object({ recovery_codes: recoveryCodes }),
  async execute({ tx, principal, input }) {
    await requireConfirmation(principal, input.confirmation);
    const person = await self(tx, principal);
    if ((await factorsOf(tx, person.id)).length === 0) throw conflict("You have no second factor");
    return { recovery_codes: await replaceRecoveryCodes(tx, person) };
  },
});
