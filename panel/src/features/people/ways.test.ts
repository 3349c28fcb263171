import { expect, test } from "vitest";
import { waysOf } from "./ways";

test("ways to sign in are said in words, each once", () => {
  expect(waysOf(["pop", "user"])).toBe("passkey");
  expect(waysOf(["user"])).toBe("a click, without a secret");
  expect(waysOf(["pwd", "otp"])).toBe("password, one-time code");
  expect(waysOf(["hwk", "swk", "x-own"])).toBe("passkey, x-own");
});
