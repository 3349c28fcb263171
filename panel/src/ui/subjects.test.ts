import { expect, test } from "vitest";
import { subjectFault, subjectOf } from "./subjects";
import { bearerOf, holds, keyOf, nameIn, optionOf, shownOf, soleOf, valueOf, wanted } from "./suggestions";

test("a reference has a type and an id, which may have colons", () => {
  expect(subjectOf(" user:ann ")).toEqual({ type: "user", id: "ann" });
  expect(subjectOf("service_account:ci:deploy")).toEqual({ type: "service_account", id: "ci:deploy" });
});

test.each(["", "Ann Arber", "user:", ":ann", "User:ann"])("%s is no reference, and the fault says the way", (text) => {
  expect(subjectOf(text)).toBeUndefined();
  expect(subjectFault(text)).toContain("such as user:ann");
});

test("a name is searched without the type before it", () => {
  expect(["ann", "user:ann", "service_account:ann", " Ann Arber "].map(wanted)).toEqual(["ann", "ann", "ann", "Ann Arber"]);
});

test("a suggestion holds a text in its name or its id", () => {
  const group = { value: "group:night-shift", label: "People at night" };
  expect([holds(group, "SHIFT"), holds(group, "at night"), holds(group, "day")]).toEqual([true, true, false]);
});

test("a name or the last part of a key means the key, where it is the only one", () => {
  const roles = [{ value: "depot:clerk", label: "Clerk" }, { value: "shop:owner", label: "Owner" }, { value: "depot:owner", label: "Head" }];
  expect(["clerk", "Head", "owner", "depot:owner", "nobody", " "].map((text) => keyOf(roles, text)))
    .toEqual(["depot:clerk", "depot:owner", "owner", "depot:owner", "nobody", " "]);
});

test("a word means the only key that holds it, and a whole reference stays as it is", () => {
  const keys = [{ value: "depot:document.open", label: "Open a document" }, { value: "depot:stock.read", label: "depot:stock.read" }, { value: "depot:stock.adjust", label: "depot:stock.adjust" }];
  expect(["open", "Adjust", "stock", "depot:stock", "depot:document.op"].map((text) => keyOf(keys, text)))
    .toEqual(["depot:document.open", "depot:stock.adjust", "stock", "depot:stock", "depot:document.op"]);
});

test("a name means its only bearer, or else the only one whose name holds it", () => {
  const [bob, bobby] = [{ value: "user:bob", label: "Bob Finch" }, { value: "user:b2", label: "Bob Finch, clerk" }];
  expect(soleOf([bob], "Bob")).toEqual(bob);
  expect(soleOf([bob, bobby], "bob finch ")).toEqual(bob);
  expect(soleOf([bobby], "Bob Finch")).toEqual(bobby);
  expect([soleOf([bob, bobby], "Bob"), soleOf([], "Bob"), soleOf([bob], " ")]).toEqual([undefined, undefined, undefined]);
});

test("a key means itself, whatever others are called or end with", () => {
  const roles = [{ value: "warehouse:keeper", label: "Keeper" }, { value: "keeper", label: "Own keeper" }, { value: "deputy", label: "warehouse:boss" }, { value: "shop:warehouse:clerk", label: "Clerk" }];
  expect(["keeper", " keeper ", "warehouse:boss", "warehouse:clerk", "own keeper", "warehouse: boss"].map((text) => keyOf(roles, text)))
    .toEqual(["keeper", "keeper", "warehouse:boss", "warehouse:clerk", "keeper", "warehouse: boss"]);
  expect(keyOf([...roles, { value: "warehouse:boss", label: "Boss" }], "warehouse:boss")).toBe("warehouse:boss");
});

test("a reference means itself, though another is called so, or is the only one that was found", () => {
  const account = { value: "service_account:01a22203-eba5-7692-8d44-00000000beef", label: "user:ann" };
  expect([bearerOf([account], "user:ann"), bearerOf([account], " User:Ann"), soleOf([account], "user:ann")]).toEqual([undefined, undefined, undefined]);
  expect([shownOf(account.value, account.label), shownOf("keeper", "warehouse:boss"), shownOf("user:ann", "Ann: the first"), shownOf("user:ann")])
    .toEqual([account.value, "keeper", "Ann: the first", "user:ann"]);
});

test("a name has no only bearer where two have it, or more people may be left", () => {
  const [bob, other] = [{ value: "user:bob", label: "Bob" }, { value: "user:b2", label: "Bob" }];
  const many = Array.from({ length: 19 }, (_, i) => ({ value: `user:${i}`, label: `Bobby ${i}` }));
  expect([bearerOf([bob], "bob "), bearerOf([bob, ...many.slice(1)], "Bob"), bearerOf([bob, ...many], "Bob"), bearerOf([bob, other], "Bob"), bearerOf([bob], "Bo")])
    .toEqual([bob, bob, undefined, undefined, undefined]);
});

test("a name does not turn the key that is offered with it, and no text stands for one of several", () => {
  const turning = { value: "user:eve", label: "\u202e)nna:resu( nnA\u2066" };
  expect([optionOf(turning), valueOf([turning], optionOf(turning))]).toEqual([")nna:resu( nnA (user:eve)", "user:eve"]);
  const twins = ["user:01a22203-eba5-7692-8d44-00000000beef", "user:01a22203-eba5-7692-8d44-00010000beef"].map((value) => ({ value, label: "Bob" }));
  expect(valueOf(twins, "Bob (user:01a22203…beef)")).toBe("Bob (user:01a22203…beef)");
});

test("a suggestion is offered by its name and its key, and stands for the key", () => {
  const id = "user:01a22203-eba5-7692-8d44-00000000beef";
  const all = [{ value: "user:bob", label: "Bob" }, { value: id, label: "Bob" }, { value: "document:a", label: "document:a" }];
  expect(all.map(optionOf)).toEqual(["Bob (user:bob)", "Bob (user:01a22203…beef)", "document:a"]);
  expect(["Bob (user:01a22203…beef)", "document:a", "Bob", "user:bob"].map((text) => valueOf(all, text))).toEqual([id, "document:a", "Bob", "user:bob"]);
  expect(["user:bob ", id, "document:a", "Bob"].map((value) => nameIn(all, value))).toEqual(["Bob", "Bob", undefined, undefined]);
});
