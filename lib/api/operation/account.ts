import { eq, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import { linkedAccount } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { OperationDefinition } from "#lib/definitions/operation";
import { requiredByEmr } from "#lib/definitions/required-by-emr";
import { capabilitiesOf, requiredFieldsOf, storedProfile, unsupportedFieldsOf } from "#lib/emr/connect";
import { badRequest, DomainError, invalid, notFound, userNotFound } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";

const accountWithJobId = prepared((tx) =>
  tx
    .select({
      emrType: linkedAccount.emrType,
      profile: linkedAccount.profile,
      writes: linkedAccount.writes,
      timezone: linkedAccount.timezone,
      userActive: linkedAccount.userActive,
      unlinkedAt: linkedAccount.unlinkedAt,
      accessTokenReferenceId: linkedAccount.accessTokenReferenceId,
      originVersion: linkedAccount.originVersion,
      jobId: sql<string>`nextval('job_id_seq')`,
    })
    .from(linkedAccount)
    .where(eq(linkedAccount.id, sql.placeholder("id"))),
);

/** Loads the account's data for an acceptance and the new job's id in one round trip. */
export async function loadAccount(tx: Transaction, accountId: string) {
  const [account] = await accountWithJobId(tx).execute({ id: accountId });
  if (!account) throw notFound("Linked account");
  return { ...account, jobId: Number(account.jobId) };
}

type Account = Awaited<ReturnType<typeof loadAccount>>;

/** Throws if an account does not accept an operation with this input now. */
type Check = (account: Account, definition: OperationDefinition, input: object) => void;

/** 404 for a user who is no longer linked or active. */
const refuseUnlinked: Check = ({ userActive, unlinkedAt }) => {
  if (!userActive || unlinkedAt) throw userNotFound();
};

/** 403 for a write while the EMR refuses the account's credentials. */
const refuseWithoutLogin: Check = ({ profile }, { effect }) => {
  if (effect !== "writes" || !storedProfile(profile)?.login_required) return;
  const message = "The EMR refuses the credentials of this linked account: an admin must enter new ones";
  throw new DomainError("forbidden", message, { details: { error: "login_required" } });
};

/** 400 for what the EMR cannot do. */
const refuseUnsupported: Check = (account, { capability, name }) => {
  if (capability && !capabilitiesOf(account).has(capability)) {
    throw badRequest(`${name} is not supported for the connected EMR`);
  }
};

/** 400 for a write that an admin has switched off. */
const refuseSwitchedOff: Check = ({ writes }, { effect, id, name }) => {
  if (effect === "writes" && writes !== null && !writes.includes(id)) {
    throw badRequest(`${name} is switched off for this linked account: an admin can switch it on`);
  }
};

/** 400 for missing fields that the connected EMR requires (interface 4.10). */
const requireFieldsOfEmr: Check = ({ emrType }, definition, input) => {
  const missing = requiredByEmr(definition, requiredFieldsOf(emrType)).filter((field) => !(field in input));
  if (missing.length === 0) return;
  throw invalid(missing.map((field) => problem(field, "is required", `Missing required field: ${field}`)));
};

/** 400 for fields that the connected EMR has no place for (decisions §12). */
const refuseFieldsWithoutPlace: Check = ({ emrType }, { capability }, input) => {
  const unsupported = capability === null ? {} : unsupportedFieldsOf(emrType)[capability];
  const set = Object.entries(input).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && !value.length),
  );
  const problems = set.flatMap(([field]) => {
    const reason = unsupported?.[field];
    return reason === undefined ? [] : [problem(field, `is not supported for the connected EMR: ${reason}`)];
  });
  if (problems.length > 0) throw invalid(problems);
};

/** What an account must allow, in this order. */
const CHECKS: readonly Check[] = [
  refuseUnlinked,
  refuseWithoutLogin,
  refuseUnsupported,
  refuseSwitchedOff,
  requireFieldsOfEmr,
  refuseFieldsWithoutPlace,
];

/** Throws 400, 403 or 404 if the account does not accept an operation with this input now. */
export const assertAccepts: Check = (...asked) => {
  for (const check of CHECKS) check(...asked);
};
