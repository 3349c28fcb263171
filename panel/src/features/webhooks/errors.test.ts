import { expect, test } from "vitest";
import { errorOf, lastErrorOf } from "./errors";

const dead = (last_error: string | null) => ({ status: "dead", last_error });

test("that a webhook was disabled is no error of its receiver", () => {
  expect(errorOf(dead("The host name could not be resolved."))).toBe("The host name could not be resolved.");
  expect(errorOf(dead("The host name could not be resolved. The webhook was disabled."))).toBe("The host name could not be resolved.");
  expect(errorOf(dead("The webhook was deleted."))).toBeUndefined();
  expect(errorOf(dead(null))).toBeUndefined();
});

test("the last error of a webhook is that of its latest delivery that has one, unless a later one arrived", () => {
  const failed = dead("The host name could not be resolved.");
  expect(lastErrorOf([{ status: "pending", last_error: null }, dead("The webhook was disabled."), failed])).toBe("The host name could not be resolved.");
  expect(lastErrorOf([{ status: "delivered", last_error: null }, failed])).toBeUndefined();
  expect(lastErrorOf([])).toBeUndefined();
});
