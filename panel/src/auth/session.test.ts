import { expect, test } from "vitest";
import { isOfAnother, type Session } from "./session";

const of = (subject: string): Session => ({ accessToken: "a", idToken: "i", subject, endsAt: 1 });

test("a token of another person never goes on with a page, lasting or lost", () => {
  for (const is of ["in", "lost"] as const) {
    expect(isOfAnother({ is, session: of("user:ann") }, of("user:bob"))).toBe(true);
    expect(isOfAnother({ is, session: of("user:ann") }, of("user:ann"))).toBe(false);
  }
});

test("whoever signs in where nobody is begins", () => {
  expect(isOfAnother({ is: "out" }, of("user:bob"))).toBe(false);
});
