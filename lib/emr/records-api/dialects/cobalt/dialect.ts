import { onlyRecord } from "#lib/emr/port/only-record";
import type { Dialect } from "#lib/emr/records-api/dialects/dialect";
import { notOffered, readDocuments } from "#lib/emr/records-api/documents";
import { ownIdsOf } from "#lib/emr/records-api/own-ids";
import { Traits } from "#lib/emr/records-api/traits";
import { addDays } from "#lib/kernel/dates";
import { readClaims } from "./claims.ts";
import { eventLogOf } from "./event-log.ts";
import { LIST_START, readList } from "./lists.ts";
import { EVENTS_PATH, RUN_BY_READS } from "./names.ts";
import { LISTS, readerOf } from "./pages.ts";
import { probeService, recognize } from "./probe.ts";
import { kindsOf } from "./record-kinds.ts";
import { readSettings } from "./settings.ts";
import { webhookOf } from "./webhook.ts";
import { sendOnce } from "./writes.ts";

/** Days of referrals of which some ids are read: one that was read before is among them. */
const OWN_DAYS = 730;

/** A hosted service of this interface, which pages by numbers and dates and keeps a log of its events. */
export const cobalt: Dialect = {
  recognize,
  probe: probeService,
  kinds: kindsOf,
  async readOwnIds(remote, signal) {
    const today = new Date().toISOString().slice(0, 10);
    const query = { start_date: addDays(today, -OWN_DAYS), end_date: addDays(today, 1) };
    const { rows } = await readList(remote, { ...LISTS.referrals, query }, LIST_START, signal);
    return ownIdsOf(rows);
  },
  webhook: webhookOf,
  speak({ remote, traits: found, timeZone }, kinds) {
    const reading = { remote, traits: new Traits(found), timeZone };
    const reader = readerOf(reading);
    const { readPage, readEach, readVisit } = reader;
    return {
      repeats: "never",
      passOn: (operation, signal) => sendOnce(reading, operation, signal),
      runsByReads: RUN_BY_READS,
      ...(reading.traits.has(`GET ${EVENTS_PATH}`) && { eventLog: eventLogOf(reading, reader) }),
      signatureOf: () => "unknown",
      kinds,
      readPage,
      readEach,
      readSettings: (signal) => readSettings(reading, signal),
      listClaims: (which, signal) => readClaims(reading, which, signal),
      readReferral: () => Promise.reject(notOffered("Reading one referral")),
      readAppointment: async (id, signal) => onlyRecord(await readVisit(id, signal)),
      readSchedules: () => Promise.reject(notOffered("A live fetch of schedules")),
      readDocuments: (ids, signal) => readDocuments(remote, ids, signal),
    };
  },
};
