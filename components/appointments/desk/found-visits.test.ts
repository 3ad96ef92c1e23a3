import { expect, test } from "vitest";
import { findsVisit } from "./found-visits.ts";

const anna = {
  patient_first_name: "Anna",
  patient_last_name: "Müller-Reyes",
  patient_mrn: "MRN-10023",
  patient_phone: "(740) 555-8861",
  patient_dob: "1980-03-04",
};

test.each([
  "anna",
  "reyes, anna",
  "Mueller",
  "muller reyes",
  "7405558861",
  "+1 (740) 555 8861",
  "8861",
  "3/4/1980",
  "03041980",
  "Mar 4 1980",
  "mrn10023",
  "10023",
  "anna 3/4/1980",
])("%s finds the patient's visit", (query) => expect(findsVisit(query)(anna)).toBe(true));

test.each(["bob", "anna smith", "3/5/1980", "7405558862", "10024"])("%s does not", (query) =>
  expect(findsVisit(query)(anna)).toBe(false),
);

test("a visit without a patient is found by nothing that was typed", () => {
  const blocked = {
    patient_first_name: "",
    patient_last_name: "",
    patient_mrn: "",
    patient_phone: "",
    patient_dob: "",
  };
  for (const query of ["a", "1", "3/4/1980"]) expect(findsVisit(query)(blocked), query).toBe(false);
});
