import { EmrError, type EmrRecallAction } from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { listsOf } from "./known.ts";
import { rowsOf } from "./query.ts";
import { writeOnce } from "./write-once.ts";

/**
 * Adds an action to a recall; a closing action closes it (interface 4.11). Returns the action's id and whether the
 * recall is closed now. Matches the action's name in any case and stores the practice's spelling. Throws EmrErrors for
 * an unknown recall or action.
 */
export async function addRecallAction(
  practiceId: string,
  { recallEhrId, actionTaken, note }: EmrRecallAction,
  idempotencyKey: string,
): Promise<{ emrRecallActionId: string; closed: boolean }> {
  const write = { practiceId, kind: "recall_action", prefix: "RCA-", idempotencyKey };
  const emrRecallActionId = await writeOnce(write, async (client, id) => {
    const { recallActions, recallClosingActions } = await listsOf(client, practiceId);
    const wanted = actionTaken.trim().toLowerCase();
    const action = recallActions.find(({ name }) => name.toLowerCase() === wanted);
    if (!action)
      throw new EmrError("validation", `recall action not found in the EMR: ${actionTaken}`, {
        code: "value_not_found",
      });
    const closes = recallClosingActions.some((closing) => closing.id === action.id);
    const changed = await client.query(
      `UPDATE sandbox.recall SET status = CASE WHEN $3 THEN 'closed' ELSE status END
       WHERE practice_id = $1 AND id = $2`,
      [practiceId, recallEhrId, closes],
    );
    if (!changed.rowCount)
      throw new EmrError("validation", "recall not found in the EMR", { code: "record_not_found" });
    const row = { id, recall_id: recallEhrId, action_taken: action.name, note };
    await insertRow(client, practiceId, "recall_action", row);
  });
  const [recall] = await rowsOf<{ status: string }>(
    `SELECT r.status FROM sandbox.recall_action a
     JOIN sandbox.recall r ON r.practice_id = a.practice_id AND r.id = a.recall_id
     WHERE a.practice_id = $1 AND a.id = $2`,
    practiceId,
    emrRecallActionId,
  );
  return { emrRecallActionId, closed: recall?.status === "closed" };
}
