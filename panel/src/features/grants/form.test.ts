import { expect, test } from "vitest";
import { kindOf, toBody } from "./form";

const typed = {
  subject: " user:ann ", privilege_type: "role", privilege_key: "warehouse:clerk",
  effect: "permit", resource: "", condition: " ", valid_until: "", justification: "",
};

test("what is empty is not sent", () => {
  expect(toBody(typed).body).toEqual({ subject: "user:ann", privilege_type: "role", privilege_key: "warehouse:clerk", effect: "permit" });
});

test("an impossible time is a fault at its field", () => {
  for (const valid_until of ["275760-12-31T00:00", "2026-13-01T00:00", "12026-01-01T00:00"]) {
    const { body, faults } = toBody({ ...typed, valid_until });
    expect(body).toBeUndefined();
    expect(faults).toEqual({ valid_until: "There is no such time" });
  }
});

test("a time is sent as an instant", () => {
  expect(toBody({ ...typed, valid_until: "2026-12-01T10:00" }).body?.valid_until).toBe(new Date("2026-12-01T10:00").toISOString());
});

test("the kind follows from the key, where it is of one kind alone", () => {
  const [clerk, read, both] = ["warehouse:clerk", "warehouse:stock.read", "warehouse:both"].map((value) => ({ value, label: value }));
  const kinds = [" warehouse:clerk", "warehouse:stock.read", "warehouse:both", "warehouse:none"].map((key) => kindOf(key, [clerk!, both!], [read!, both!]));
  expect(kinds).toEqual(["role", "permission", undefined, undefined]);
});
