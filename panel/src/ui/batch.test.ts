import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { batched } from "./batch";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("those of a moment are one request, each once; each asker gets its own", async () => {
  const read = vi.fn(async (ids: string[]) => new Map(ids.filter((id) => id !== "gone").map((id) => [id, id.toUpperCase()])));
  const name = batched(read, 100);
  const asked = Promise.all(["a", "b", "a", "gone"].map(name));
  await vi.runAllTimersAsync();
  expect(await asked).toEqual(["A", "B", "A", undefined]);
  expect(read.mock.calls).toEqual([[["a", "b", "gone"]]]);
});

test("more than fit are further requests", async () => {
  const read = vi.fn(async (ids: string[]) => new Map(ids.map((id) => [id, id])));
  const name = batched(read, 2);
  const asked = Promise.all(["a", "b", "c"].map(name));
  await vi.runAllTimersAsync();
  expect(await asked).toEqual(["a", "b", "c"]);
  expect(read.mock.calls).toEqual([[["a", "b"]], [["c"]]]);
});

test("a failure is that of all, and the next request begins anew", async () => {
  const read = vi.fn<(ids: string[]) => Promise<Map<string, string>>>().mockRejectedValueOnce(new Error("away")).mockResolvedValue(new Map([["a", "A"]]));
  const name = batched(read, 100);
  const failed = Promise.allSettled([name("a"), name("b")]);
  await vi.runAllTimersAsync();
  expect((await failed).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  const again = name("a");
  await vi.runAllTimersAsync();
  expect(await again).toBe("A");
});
