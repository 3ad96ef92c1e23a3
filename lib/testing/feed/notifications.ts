import assert from "node:assert/strict";
import type { FhirResource } from "fhir/r4";
import { randomOf } from "#lib/emr/sandbox/seed/random";
import type { SubscribingServer } from "#lib/testing/fhir/subscribing-server";

/** A request for one record of a type of whose changes an account is told. */
const BY_ID = /^GET \/(?:Patient|Appointment)\/[^/]+$/;

/** What becomes of a notification on a bad way; half of them come at once. */
const FATES = ["comes", "comes", "comes", "lost", "twice", "late"] as const;

/** A notification of a record, with the number that the server gave the change. */
interface Notification {
  record: FhirResource;
  number: number;
}

/** Counts of a server's notifications. */
export interface NotificationCounts {
  /** One of each record that was changed or deleted. */
  made: number;
  lost: number;
  twice: number;
  /** Those that came after a later change or a reading, and of all those that came after one of a later change. */
  late: number;
  disordered: number;
  /** Those of a record that the server had no longer when they came. */
  gone: number;
}

/** A server's notifications and their way: on a bad one some are lost, and some come twice, late or in another order. */
export class Notifications {
  readonly #server: SubscribingServer;
  readonly #random = randomOf("notifications");
  readonly counts: NotificationCounts = { made: 0, lost: 0, twice: 0, late: 0, disordered: 0, gone: 0 };
  #late: Notification[] = [];
  /** Number of the latest change of which one has come. */
  #latest = 0;
  /** On a bad way each has a fate of its own, on a good one all come at once, and without one all are lost. */
  way: "bad" | "good" | "none" = "bad";

  constructor(server: SubscribingServer) {
    this.#server = server;
  }

  /** Records that were read by their ids so far. */
  get readById(): number {
    return this.#server.requests.filter((request) => BY_ID.test(request)).length;
  }

  /** Makes the notification of a record that was changed or deleted, and lets earlier ones that are late come. */
  async tell(record: FhirResource): Promise<void> {
    const notification = { record, number: ++this.counts.made };
    const fate = { bad: this.#random.pick(FATES), good: "comes" as const, none: "lost" as const }[this.way];
    if (fate !== "comes") this.counts[fate]++;
    if (fate === "comes" || fate === "twice") await this.#send(notification);
    await this.comeLate();
    if (fate === "late" || (fate === "twice" && this.#random.chance(0.5))) this.#late.push(notification);
    else if (fate === "twice") await this.#send(notification);
  }

  /** Lets a share of those that are late come, the latest first. */
  async comeLate(share = 0.5): Promise<void> {
    const [coming, staying]: [Notification[], Notification[]] = [[], []];
    for (const each of this.#late) (this.#random.chance(share) ? coming : staying).push(each);
    this.#late = staying;
    for (const each of coming.reverse()) await this.#send(each);
  }

  async #send({ record, number }: Notification): Promise<void> {
    const held = await this.#server.held(record.resourceType);
    if (!held.some(({ id }) => id === record.id)) this.counts.gone++;
    if (number < this.#latest) this.counts.disordered++;
    this.#latest = Math.max(this.#latest, number);
    assert.deepEqual(await this.#server.notify("id-only", record, { number }), [200]);
  }
}
