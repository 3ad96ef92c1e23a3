import { createFormControl, type FieldValues, type Resolver } from "react-hook-form";
import { describe, expect, it, vi } from "vitest";
import { judgeAnew } from "./judge-anew.ts";

const REQUIRED = { type: "required", message: "Choose one" };

/** Every field must be filled in. */
const allFilled: Resolver<FieldValues> = async (values) => {
  const empty = Object.keys(values).filter((name) => !values[name]);
  return empty.length === 0
    ? { values, errors: {} }
    : { values: {}, errors: Object.fromEntries(empty.map((name) => [name, REQUIRED])) };
};

async function refusedForm(values: Record<string, string>) {
  const form = createFormControl<FieldValues>({ defaultValues: values, resolver: allFilled });
  for (const name of Object.keys(values)) form.register(name);
  const end = judgeAnew(form);
  await form.handleSubmit(() => undefined)();
  const faulty = () => Object.keys(values).filter((name) => form.getFieldState(name).error !== undefined);
  return { form, faulty, end };
}

describe("a form that was sent too early", () => {
  it("takes the error of a field back once the page has filled it in", async () => {
    const { form, faulty } = await refusedForm({ location: "", method: "" });
    expect(faulty()).toEqual(["location", "method"]);
    form.setValue("location", "L1");
    await vi.waitFor(() => expect(faulty()).toEqual(["method"]));
  });

  it("keeps the error of a field that the page fills in with what cannot be", async () => {
    const { form, faulty } = await refusedForm({ location: "" });
    const judged = vi.fn();
    form.subscribe({ formState: { errors: true, values: false }, callback: judged });
    form.setValue("location", null);
    await vi.waitFor(() => expect(judged).toHaveBeenCalled());
    expect(faulty()).toEqual(["location"]);
  });

  it("marks no field that the page has emptied since", async () => {
    const { form, faulty } = await refusedForm({ team: "", service: "Visit" });
    form.setValue("service", "");
    form.setValue("team", "T1");
    await vi.waitFor(() => expect(faulty()).toEqual([]));
  });

  it("keeps what the server refused at another field, and takes it back at the one that is filled in", async () => {
    const { form, faulty } = await refusedForm({ location: "L0", reference: "R1" });
    for (const name of ["location", "reference"]) form.setError(name, { type: "server", message: "Not known" });
    form.setValue("location", "L1");
    await vi.waitFor(() => expect(faulty()).toEqual(["reference"]));
  });

  it("leaves errors taken back that were taken back with the value", async () => {
    const { form, faulty } = await refusedForm({ patient: "", day: "" });
    form.setValue("patient", "");
    form.clearErrors();
    form.setValue("patient", "P1");
    await vi.waitFor(() => expect(form.getValues("patient")).toBe("P1"));
    expect(faulty()).toEqual([]);
  });
});
