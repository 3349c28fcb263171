import { expect, test } from "vitest";
import { toBody } from "./form";

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
