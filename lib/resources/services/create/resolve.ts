import { EmrError, type EmrNamed, type EmrTeam } from "#lib/emr/port/port";

const ID = /^\d+$/;
const plain = (text: string) => text.trim().toLowerCase();

/** Finds the entry with this id or, ignoring case, this whole name. */
const exactly = <Named extends EmrNamed>(list: Named[], wanted: string): Named | undefined =>
  list.find(({ id }) => id === wanted) ?? list.find(({ name }) => plain(name) === plain(wanted));

/**
 * Resolves a name or numeric id to a team; an exact match takes precedence over a partial one (interface 4.3). Throws a
 * validation fault for no match, and for a part of several names, so that a patient does not join a team by chance.
 */
export function resolveTeam(teams: EmrTeam[], wanted: string): EmrTeam {
  const exact = exactly(teams, wanted);
  if (exact) return exact;
  const partial = ID.test(wanted) ? [] : teams.filter(({ name }) => plain(name).includes(plain(wanted)));
  if (partial.length > 1) {
    const names = partial.map(({ name }) => name).join(", ");
    throw new EmrError("validation", `team not found for the client: ${wanted} may be any of ${names}`, {
      code: "team_not_found",
    });
  }
  if (!partial[0]) throw new EmrError("validation", "team not found for the client", { code: "team_not_found" });
  return partial[0];
}

/**
 * Resolves a name or numeric id to a service type of a team's billing matrix. Throws a validation fault for no match.
 */
export function resolveServiceType(team: EmrTeam, wanted: string): EmrTeam["serviceTypes"][number] {
  const found = exactly(team.serviceTypes, wanted);
  if (!found)
    throw new EmrError("validation", "service type not available for the client (not in billing matrix)", {
      code: "not_in_billing_matrix",
    });
  return found;
}
