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
const chosen = {
  emrAppointmentId: "A-1",
  patientName: "Ada Okafor",
  from: "SCH",
  to: "ARR",
  before: "SCH",
  idempotencyKey: "key-1",
  replaces: null,
};

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

test("holds the change for some seconds, and takes a held one back before another is sent", async () => {
  const fetched = vi.fn(async (address: string, init: RequestInit) => {
    const isCancel = address.endsWith("/cancel");
    return Response.json({ success: true, message: init.method, ...(isCancel ? {} : { job_id: 8 }) }, { status: 202 });
  });
  vi.stubGlobal("fetch", fetched);
  const { observer, change, shown } = opened();
  await observer.mutate(chosen);
  await observer.mutate({ ...chosen, to: "ROM", replaces: 7, idempotencyKey: "key-2" });
  expect(fetched.mock.calls.map(([address]) => address)).toEqual([
    "/v1/appointments",
    "/v1/jobs/7/cancel",
    "/v1/appointments",
  ]);
  expect(fetched.mock.calls[2]?.[1].headers).toMatchObject({ "x-hold-seconds": "6" });
  expect([shown(), change()?.jobId]).toEqual(["ROM", 8]);
});

test("only takes the held change back if the record's own status is chosen again", async () => {
  const fetched = vi.fn(async (_address: string) =>
    Response.json({ success: true, message: "cancelled" }, { status: 202 }),
  );
  vi.stubGlobal("fetch", fetched);
  const { observer, change, shown } = opened();
  await observer.mutate({ ...chosen, to: "SCH", replaces: 7 });
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(["/v1/jobs/7/cancel"]);
  expect([shown(), change()]).toEqual(["SCH", undefined]);
});

test("sends the other status after a change that could no longer be taken back", async () => {
  const fetched = vi.fn(async (address: string) =>
    address.endsWith("/cancel")
      ? Response.json({ success: false, message: "Only a queued job can be cancelled" }, { status: 409 })
      : Response.json({ success: true, message: "queued", job_id: 8 }, { status: 202 }),
  );
  vi.stubGlobal("fetch", fetched);
  const { observer, change } = opened();
  await observer.mutate({ ...chosen, to: "SCH", replaces: 7 });
  expect(change()).toMatchObject({ state: "running", jobId: 8, to: "SCH" });
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
