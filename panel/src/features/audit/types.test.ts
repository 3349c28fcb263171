import { expect, test } from "vitest";
import { eventWords } from "../../ui/words";
import { TYPES } from "../webhooks/events";
import { typeBeginning, typeWords } from "./types";

test.each([
  ["grant", "iam.grant."],
  ["grant.", "iam.grant."],
  ["grant created", "iam.grant.created"],
  ["Grant Created ", "iam.grant.created"],
  ["access review", "iam.access_review."],
  ["group", "iam.group"],
  ["iam.grant", "iam.grant"],
  ["iam.grant.created", "iam.grant.created"],
])("%s means %s", (text, beginning) => expect(typeBeginning(text)).toBe(beginning));

test.each(["gant", "iam.gant", "created", ".", ""])("%s means no event", (text) => expect(typeBeginning(text) || undefined).toBeUndefined());

test.each([
  ["iam.grant.", "grant"],
  ["iam.access_review.", "access review"],
  ["iam.grant.cre", "iam.grant.cre"],
  ["", ""],
])("%s is shown as %s", (beginning, words) => expect(typeWords(beginning)).toBe(words));

test("each type is shown by its words", () => TYPES.forEach((type) => expect(typeWords(type)).toBe(eventWords(type))));

test("each type is found by its words", () => TYPES.forEach((type) => expect(typeBeginning(eventWords(type))).toBe(type)));
