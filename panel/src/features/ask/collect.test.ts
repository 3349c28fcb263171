import { expect, test } from "vitest";
import { type Batch, collect } from "./collect";

function pages(...all: Batch<string>[]) {
  const asked: (string | undefined)[] = [];
  const read = (cursor: string | undefined) => {
    asked.push(cursor);
    return Promise.resolve(all[asked.length - 1] ?? { items: [], next: `c${asked.length}` });
  };
  return { asked, read };
}

test("empty pages with a next one are passed over", async () => {
  const { asked, read } = pages({ items: [], next: "a" }, { items: [], next: "b" }, { items: ["ann"], next: "c" });
  expect(await collect(read)).toEqual({ items: ["ann"], more: true });
  expect(asked).toEqual([undefined, "a", "b"]);
});

test("the end is nothing, and known to be", async () => {
  expect(await collect(pages({ items: [], next: "a" }, { items: [], next: null }).read)).toEqual({ items: [], more: false });
});

test("after five pages it is said that the list is not complete", async () => {
  const { asked, read } = pages();
  expect(await collect(read)).toEqual({ items: [], more: true });
  expect(asked).toHaveLength(5);
});
