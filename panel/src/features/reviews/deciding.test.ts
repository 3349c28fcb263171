import { expect, test } from "vitest";
import { eachInTurn, toggled } from "./deciding";

test("several are decided one after the other, and their number is told", async () => {
  const begun: string[] = [];
  const told: number[] = [];
  let running = 0;
  const ended = await eachInTurn(["a", "b", "c"], async (it) => {
    expect(++running).toBe(1);
    begun.push(it);
    await Promise.resolve();
    running--;
  }, (done) => told.push(done));
  expect(begun).toEqual(["a", "b", "c"]);
  expect(told).toEqual([0, 1, 2]);
  expect(ended).toEqual({ done: ["a", "b", "c"] });
});

test("a refusal names its item, and those after it are not tried", async () => {
  const begun: string[] = [];
  const error = new Error("refused");
  const ended = await eachInTurn(["a", "b", "c"], (it) => {
    begun.push(it);
    return it === "b" ? Promise.reject(error) : Promise.resolve();
  }, () => undefined);
  expect(begun).toEqual(["a", "b"]);
  expect(ended).toEqual({ done: ["a"], failed: { it: "b", error } });
});

test("a tick is set and taken away, and leaves the others", () => {
  const one = toggled(new Set<string>(), "a");
  const two = toggled(one, "b");
  expect([...two]).toEqual(["a", "b"]);
  expect([...toggled(two, "a")]).toEqual(["b"]);
  expect([...one]).toEqual(["a"]);
});
