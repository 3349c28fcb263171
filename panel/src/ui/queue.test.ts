import { expect, test } from "vitest";
import { atMost } from "./queue";

test("no more than the most run at once, in their order, and a failure gives its place on", async () => {
  const queued = atMost(2);
  const begun: number[] = [];
  const ends: ((failed: boolean) => void)[] = [];
  const tasks = [0, 1, 2, 3].map((n) => queued(() => {
    begun.push(n);
    return new Promise<number>((done, failed) => { ends[n] = (fails) => (fails ? failed(new Error("refused")) : done(n)); });
  }));
  const settled = Promise.allSettled(tasks);
  expect(begun).toEqual([0, 1]);
  ends[0]?.(true);
  await expect(tasks[0]).rejects.toThrow("refused");
  expect(begun).toEqual([0, 1, 2]);
  ends[1]?.(false);
  await tasks[1];
  ends[2]?.(false);
  await tasks[2];
  ends[3]?.(false);
  expect((await settled).map((each) => each.status)).toEqual(["rejected", "fulfilled", "fulfilled", "fulfilled"]);
});
