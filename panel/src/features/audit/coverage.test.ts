import { expect, test } from "vitest";
import { type Checkpoint, covering } from "./coverage";

const of = (size: number): Checkpoint => ({ size, root: "r", head_hash: "h", note: "n", created_at: "2026-11-28T00:00:00Z" });

/** Pages of two checkpoints, each of which covers ten records more. */
const pages = (all: number) => async (cursor: string | undefined) => {
  const from = Number(cursor ?? 0);
  const data = [1, 2].map((n) => of(10 * (from + n))).filter(({ size }) => size <= 10 * all);
  return { data, next_cursor: from + 2 < all ? String(from + 2) : null };
};

test("the first checkpoint that is long enough covers a record, on whatever page", async () => {
  for (const [seq, size] of [[1, 10], [10, 10], [11, 20], [25, 30], [50, 50]] as const) expect((await covering(seq, pages(5)))?.size).toBe(size);
});

test("a record after the last checkpoint is covered by none", async () => {
  expect(await covering(51, pages(5))).toBeNull();
  expect(await covering(1, pages(0))).toBeNull();
});

test("a very long list is not read to its end", async () => expect(await covering(10_000, pages(10_000))).toBeUndefined());
