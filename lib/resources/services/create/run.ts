import { and, eq } from "drizzle-orm";
import { updateOf } from "#lib/db/write";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import {
  type EmrConnection,
  EmrError,
  type EmrFormQuestion,
  type EmrService,
  type EmrTeam,
  type EmrTeamAssignment,
  type WriteOptions,
} from "#lib/emr/port/port";
import { form } from "#lib/resources/forms/table";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import { service } from "#lib/resources/services/table";
import { checkAnswers } from "./answers.ts";
import type { createService } from "./definition.ts";
import { resolveServiceType, resolveTeam } from "./resolve.ts";

interface Prepared {
  patientEhrId: string;
  team: string;
  serviceType: string;
  formId: string;
  answers: Record<string, string>;
  serviceDate: string;
  /** The questions of the synced form; null if no form has this id. */
  questions: EmrFormQuestion[] | null;
}

/**
 * Returns the form and answers to write with a service of this type, or none if the type documents no form and the
 * request has no answers. Throws a validation fault.
 */
function documentation(type: EmrTeam["serviceTypes"][number], { formId, answers, questions }: Prepared) {
  if (type.formId !== null && type.formId !== formId) {
    throw new EmrError("validation", `${type.name} is documented by the form ${type.formId}, not by ${formId}`);
  }
  if (!questions) throw new EmrError("validation", `form not found: ${formId}`, { code: "value_not_found" });
  const blank = Object.values(answers).every((text) => text.trim() === "");
  if (type.formId === null && blank) return { formId: null, answers: {} };
  return { formId, answers: checkAnswers(questions, answers) };
}

/**
 * Assigns the team and returns the episode's EMR id. An assignment that was refused is looked for once, as real EMRs
 * refuse what they have done (decisions §6). Throws EmrErrors.
 */
async function episodeOf(emr: EmrConnection, assignment: EmrTeamAssignment, options: WriteOptions): Promise<string> {
  try {
    return (await emr.assignTeam(assignment, options)).emrEpisodeId;
  } catch (error) {
    if (!(error instanceof EmrError) || error.kind !== "validation" || emr.repeats === "never") throw error;
    const held = await emr.findWrite(options.idempotencyKey, options.signal);
    if (held === null) throw error;
    return held;
  }
}

/** Assigns the team and writes the unsigned service. Returns the service's EMR id. */
async function writeService(
  prepared: Prepared,
  { emr, stepKey, signal }: Parameters<typeof runService.run>[1],
): Promise<string> {
  const step = (name: string) => ({ idempotencyKey: stepKey(name), signal });
  const { patientEhrId, serviceDate } = prepared;
  const team = resolveTeam(await emr.listTeams(patientEhrId, signal), prepared.team);
  const emrEpisodeId = await episodeOf(emr, { patientEhrId, teamId: team.id }, step("team"));
  const serviceType = resolveServiceType(team, prepared.serviceType);
  const documented = documentation(serviceType, prepared);
  const { emrServiceId } = await emr.createService(
    { patientEhrId, emrEpisodeId, serviceTypeId: serviceType.id, serviceDate, ...documented },
    step("service"),
  );
  return emrServiceId;
}

/** The written service, with what the EMR derived from its answers. */
type Written = Pick<EmrService, "emrServiceId" | "emrEpisodeId" | "score" | "riskBand">;

/** Where only the ids are known, such as in another deployment's event. */
const UNSCORED = { score: null, riskBand: null };

const writtenOf = ({ emrServiceId, emrEpisodeId, score, riskBand }: EmrService): Written => ({
  emrServiceId,
  emrEpisodeId,
  score,
  riskBand,
});

/**
 * Runs the chain of interface 3.2 in order. Each write has a separate idempotency key, so that a retry after an
 * interruption at any step yields one episode and one service.
 */
export const runService: OperationRunner<typeof createService, Prepared, Written> = {
  async prepare({ tx, tenant, identifiers, input }) {
    const { linkedAccountId } = tenant;
    const [accepted] = await tx
      .select({ serviceDate: service.serviceDate })
      .from(service)
      .where(eq(service.id, identifiers.service_id));
    if (!accepted) throw new Error("An accepted service is gone");
    const [synced] = await tx
      .select({ questions: form.questions })
      .from(form)
      .where(and(eq(form.linkedAccountId, linkedAccountId), eq(form.emrFormId, input.form_id)));
    return {
      patientEhrId: await patientEhrId(tx, linkedAccountId, input.patient_mrn),
      team: input.team,
      serviceType: input.service_type,
      formId: input.form_id,
      answers: input.answers,
      serviceDate: accepted.serviceDate,
      questions: synced?.questions ?? null,
    };
  },

  async run(prepared, context) {
    const { emr, stepKey, signal, begun } = context;
    const emrServiceId = begun ?? (await writeService(prepared, context));
    await emr.signService(emrServiceId, { idempotencyKey: stepKey("signature"), signal });
    const kept = await emr.readService(emrServiceId, signal);
    if (!kept?.signed) throw new EmrError("passing", "The EMR does not show the signed service yet");
    return writtenOf(kept);
  },

  async complete({ identifiers: { service_id }, input: { patient_mrn }, result }) {
    const writes = [updateOf(service, service_id, result)];
    const { emrServiceId: emr_service_id, emrEpisodeId: emr_episode_id } = result;
    return { data: { service_id, emr_service_id, emr_episode_id, patient_mrn }, writes };
  },

  fromEvent: async (_stored, end) => ({
    emrServiceId: endId(end, "emr_service_id"),
    emrEpisodeId: endId(end, "emr_episode_id"),
    ...UNSCORED,
  }),

  held: {
    // An episode without a service does not count.
    step: "service",
    // Only the EMR knows the service's episode.
    async read(emrServiceId, { emr, signal }) {
      const kept = await emr.readService(emrServiceId, signal);
      return kept?.signed ? writtenOf(kept) : null;
    },
    contained: (emrServiceId, emrEpisodeId) => ({ emrServiceId, emrEpisodeId, ...UNSCORED }),
  },

  fail: async ({ identifiers: { service_id }, input: { patient_mrn }, reason }) => ({
    service_id,
    emr_service_id: null,
    patient_mrn,
    failure_reason: reason,
  }),
};
