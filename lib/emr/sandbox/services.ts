import type { PoolClient } from "pg";
import {
  EmrError,
  type EmrNewService,
  type EmrService,
  type EmrTeam,
  type EmrTeamAssignment,
} from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { listsOf, requireKnown } from "./known.ts";
import { sandboxTransaction } from "./pool.ts";
import { rowsOf } from "./query.ts";
import { evaluate, type Scoring } from "./questionnaire.ts";
import type { SandboxForm } from "./records.ts";
import { changeOnce, writeOnce, writeOnceIn } from "./write-once.ts";

/**
 * Returns the teams that a patient is on or may join: all of the practice's. Throws an EmrError for an unknown patient.
 */
export const readTeams = (practiceId: string, patientId: string): Promise<EmrTeam[]> =>
  sandboxTransaction(async (client) => {
    await requireKnown(client, practiceId, { patient: patientId });
    return (await listsOf(client, practiceId)).teams;
  });

/** Returns the patient's newest episode on a team after waiting for a concurrent assignment of the same patient. */
async function newestEpisode(client: PoolClient, practiceId: string, assignment: EmrTeamAssignment) {
  const { patientEhrId, teamId } = assignment;
  await client.query("SELECT FROM sandbox.patient WHERE practice_id = $1 AND id = $2 FOR NO KEY UPDATE", [
    practiceId,
    patientEhrId,
  ]);
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM sandbox.episode WHERE practice_id = $1 AND patient_id = $2 AND team_id = $3
     ORDER BY opened_at DESC, id DESC LIMIT 1`,
    [practiceId, patientEhrId, teamId],
  );
  return rows[0]?.id ?? null;
}

/**
 * Assigns the patient to a team (interface 3.2, step 1): opens an episode, or returns the newest one if the patient is
 * on the team. Throws EmrErrors for an unknown patient or team.
 */
export const assignTeam = (
  practiceId: string,
  assignment: EmrTeamAssignment,
  idempotencyKey: string,
): Promise<string> =>
  sandboxTransaction(async (client) => {
    const { patientEhrId, teamId } = assignment;
    await requireKnown(client, practiceId, { patient: patientEhrId });
    const { teams } = await listsOf(client, practiceId);
    if (!teams.some((team) => team.id === teamId))
      throw new EmrError("validation", "team not found for the client", { code: "team_not_found" });
    const newest = await newestEpisode(client, practiceId, assignment);
    if (newest !== null) return newest;
    return writeOnceIn(client, { practiceId, kind: "episode", prefix: "EPI-", idempotencyKey }, async (_same, id) => {
      await insertRow(client, practiceId, "episode", { id, patient_id: patientEhrId, team_id: teamId });
    });
  });

async function formOf(client: PoolClient, practiceId: string, formId: string): Promise<SandboxForm> {
  const { rows } = await client.query<SandboxForm>(
    `SELECT id AS "emrFormId", name, scored, stem, questions, risk_bands AS "riskBands"
     FROM sandbox.form WHERE practice_id = $1 AND id = $2`,
    [practiceId, formId],
  );
  if (!rows[0]) throw new EmrError("validation", `form not found in the EMR: ${formId}`, { code: "value_not_found" });
  return rows[0];
}

/** Returns the entry of the billing matrix of the episode's team. Throws for an unknown service type. */
async function billableType(client: PoolClient, practiceId: string, service: EmrNewService) {
  const { rows } = await client.query<{ team_id: string }>(
    "SELECT team_id FROM sandbox.episode WHERE practice_id = $1 AND id = $2 AND patient_id = $3",
    [practiceId, service.emrEpisodeId, service.patientEhrId],
  );
  if (!rows[0]) throw new EmrError("validation", "episode not found in the EMR", { code: "record_not_found" });
  const team = (await listsOf(client, practiceId)).teams.find(({ id }) => id === rows[0]?.team_id);
  const type = team?.serviceTypes.find(({ id }) => id === service.serviceTypeId);
  if (!type) {
    throw new EmrError("validation", "service type not available for the client (not in billing matrix)", {
      code: "not_in_billing_matrix",
    });
  }
  return type;
}

/** Checks the form and its answers (interface 3.2, step 3). Throws EmrErrors. */
async function checkDocumentation(client: PoolClient, practiceId: string, service: EmrNewService): Promise<Scoring> {
  const type = await billableType(client, practiceId, service);
  if (type.formId !== null && type.formId !== service.formId) {
    throw new EmrError("validation", `${type.name} is documented by the form ${type.formId}`);
  }
  if (service.formId === null) return { score: null, riskBand: null };
  return evaluate(await formOf(client, practiceId, service.formId), service.answers);
}

/** Writes an unsigned service on an episode (interface 3.2, steps 2 and 3) and returns its id. Throws EmrErrors. */
export function createService(practiceId: string, service: EmrNewService, idempotencyKey: string): Promise<string> {
  return writeOnce({ practiceId, kind: "service", prefix: "SVC-", idempotencyKey }, async (client, id) => {
    await requireKnown(client, practiceId, { patient: service.patientEhrId });
    const { score, riskBand } = await checkDocumentation(client, practiceId, service);
    await insertRow(client, practiceId, "service", {
      id,
      episode_id: service.emrEpisodeId,
      service_type_id: service.serviceTypeId,
      form_id: service.formId,
      answers: service.answers,
      service_date: service.serviceDate,
      score,
      risk_band: riskBand,
    });
  });
}

/** Signs a service; a signed one stays signed. Throws an EmrError for an unknown service. */
export function signService(practiceId: string, emrServiceId: string, idempotencyKey: string): Promise<void> {
  const write = { practiceId, kind: "service_signature", emrId: emrServiceId, idempotencyKey };
  return changeOnce(write, async (client) => {
    const signed = await client.query(
      "UPDATE sandbox.service SET signed_at = coalesce(signed_at, now()) WHERE practice_id = $1 AND id = $2",
      [practiceId, emrServiceId],
    );
    if (!signed.rowCount)
      throw new EmrError("validation", "service not found in the EMR", { code: "record_not_found" });
  });
}

/** Returns a service, or null. */
export async function readService(practiceId: string, emrServiceId: string): Promise<EmrService | null> {
  const [found] = await rowsOf<EmrService>(
    `SELECT id AS "emrServiceId", episode_id AS "emrEpisodeId", signed_at IS NOT NULL AS signed, score,
            risk_band AS "riskBand"
     FROM sandbox.service WHERE practice_id = $1 AND id = $2`,
    practiceId,
    emrServiceId,
  );
  return found ?? null;
}
