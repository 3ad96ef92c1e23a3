import { MutationObserver, QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import {
  changeStatus,
  forgetChange,
  isChanging,
  type StatusChanges,
  settleChange,
  shownStatus,
  statusChanges,
} from "./change-status.ts";

const ACCOUNT = "account";
const chosen = { emrAppointmentId: "A-1", patientName: "Ada Okafor", from: "SCH", to: "ARR", idempotencyKey: "key-1" };

function opened() {
  const client = new QueryClient();
  const observer = new MutationObserver(client, changeStatus(client, ACCOUNT));
  const change = () => client.getQueryData<StatusChanges>(statusChanges(ACCOUNT).queryKey)?.get("A-1");
  return { client, observer, change, shown: () => shownStatus("SCH", change()) };
}

afterEach(() => vi.unstubAllGlobals());

test("shows the chosen status at once, until its job has ended", async () => {
  const fetched = vi.fn(async () => Response.json({ success: true, message: "queued", job_id: 7 }, { status: 202 }));
  vi.stubGlobal("fetch", fetched);
  const { client, observer, change, shown } = opened();
  const done = observer.mutate(chosen);
  await vi.waitFor(() => expect([shown(), change()?.state]).toEqual(["ARR", "sending"]));
  await done;
  expect([shown(), isChanging(change()), change()?.jobId]).toEqual(["ARR", true, 7]);
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    "/v1/appointments",
    expect.objectContaining({
      method: "PATCH",
      body: JSON.stringify({ emr_appointment_id: "A-1", status: "ARR" }),
      headers: expect.objectContaining({ "idempotency-key": "key-1", "x-linked-account": ACCOUNT }),
    }),
  );

  await settleChange(client, ACCOUNT, "A-1", null);
  expect([isChanging(change()), change()?.state]).toEqual([false, "completed"]);
});

test("reverts the status with the reason if the server refuses it", async () => {
  vi.stubGlobal("fetch", async () =>
    Response.json({ success: false, message: "Appointment not found" }, { status: 404 }),
  );
  const { observer, change, shown } = opened();
  await expect(observer.mutate(chosen)).rejects.toThrow("Appointment not found");
  expect([shown(), change()?.state, change()?.reason]).toEqual(["SCH", "failed", "Appointment not found"]);
});

test("does not claim a refusal if the server's response is lost", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ message: "Internal server error" }, { status: 500 }));
  const { observer, change } = opened();
  await expect(observer.mutate(chosen)).rejects.toThrow();
  expect(change()?.reason).toBe("Internal server error. Whether it was accepted shows in Activity");
});

test("reverts the status if the job has failed, after the records are read again", async () => {
  vi.stubGlobal("fetch", async () => Response.json({ success: true, message: "queued", job_id: 7 }, { status: 202 }));
  const { client, observer, change, shown } = opened();
  await observer.mutate(chosen);
  client.setQueryData(["appointments", ACCOUNT, "one", "A-1"], { status: "SCH" });
  await settleChange(client, ACCOUNT, "A-1", "The EMR is out of service");
  expect(client.getQueryState(["appointments", ACCOUNT, "one", "A-1"])?.isInvalidated).toBe(true);
  expect([shown(), change()?.reason]).toEqual(["SCH", "The EMR is out of service"]);
  forgetChange(client, ACCOUNT, "A-1");
  expect(change()).toBeUndefined();
});
