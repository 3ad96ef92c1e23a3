import { onlyRecord } from "#lib/emr/port/only-record";
import type { Dialect } from "#lib/emr/records-api/dialects/dialect";
import { notOffered, readDocuments } from "#lib/emr/records-api/documents";
import { ownIdsOf } from "#lib/emr/records-api/own-ids";
import { referral } from "#lib/emr/records-api/records";
import { listOf, nextCursorOf, parseRows } from "#lib/emr/records-api/rows";
import { Traits } from "#lib/emr/records-api/traits";
import { readClaims } from "./claims.ts";
import { findPatients } from "./find-patients.ts";
import { readAppointment, readSchedules } from "./live.ts";
import { pageReader } from "./pages.ts";
import { probeRemote } from "./probe.ts";
import { readJob } from "./read-job.ts";
import { kindsOf } from "./record-kinds.ts";
import { readSettings } from "./settings.ts";
import { signatureOf } from "./signature.ts";
import { pathOf } from "./visit-path.ts";

/** This interface as it is written, and as this product decides its open points. */
export const theInterface: Dialect = {
  probe: probeRemote,
  kinds: (found) => kindsOf(new Traits(found)),
  readOwnIds: async (remote, signal) => ownIdsOf(listOf(await remote.get("/referrals", {}, signal), "referrals")),
  speak({ remote, connection, traits: found, timeZone }, kinds) {
    const traits = new Traits(found);
    const reading = { remote, traits, timeZone };
    return {
      repeats: traits.honoursKey ? "keyed" : "never",
      async passOn(operation, signal) {
        const { method, body, file, key, callbackUrl } = operation;
        return remote.send(
          {
            method,
            path: await pathOf(remote, operation, signal),
            body: { ...body, callback_urls: [callbackUrl] },
            ...(file && { file }),
            headers: traits.honoursKey ? { "idempotency-key": key } : {},
          },
          signal,
        );
      },
      signatureOf: (event) => signatureOf(connection.webhook_secret, event),
      ...(traits.showsJobs && { readJob: (jobId: string, signal: AbortSignal) => readJob(remote, jobId, signal) }),
      kinds,
      readPage: pageReader(reading),
      readSettings: (signal) => readSettings(reading, signal),
      listClaims: (which, signal) => readClaims(remote, which, signal),
      async readReferral(ehrId, signal) {
        for (let cursor: string | null = null; ; ) {
          const body = await remote.get("/referrals", cursor === null ? {} : { cursor }, signal);
          const { records, faulty } = parseRows(listOf(body, "referrals"), referral(timeZone), ["id"]);
          const isAsked = (each: { ehrId: string }) => each.ehrId === ehrId;
          const found = onlyRecord({ records: records.filter(isAsked), faulty: faulty.filter(isAsked) });
          cursor = nextCursorOf(body);
          if (found || cursor === null) return found;
        }
      },
      readAppointment: (emrId, signal) =>
        traits.pages ? readAppointment(reading, emrId, signal) : Promise.reject(notOffered("Reading one appointment")),
      readSchedules: (question, signal) => readSchedules(reading, question, signal),
      findPatients: (question, signal) => findPatients(reading, question, signal),
      readDocuments: (ids, signal) => readDocuments(remote, ids, signal),
    };
  },
};
