import { expect, test } from "vitest";
import { ApiError } from "../api/problem";
import { goOn, type Work } from "./many";

const refusal = (status: number, kind = "conflict") => new ApiError({ status, kind, detail: "Refused." });
const workOn = (...left: string[]): Work<string> => ({ left, done: 0, refused: [] });
const nothing = () => undefined;

/** Refuses some rows, each once. */
function refusing(refusals: Record<string, ApiError>) {
  const rows: string[] = [];
  return {
    rows,
    run: async (row: string) => {
      rows.push(row);
      const refused = refusals[row];
      delete refusals[row];
      if (refused) throw refused;
    },
  };
}

test("a refusal of one row is kept, and the others go on", async () => {
  const work = workOn("a", "b", "c");
  const { run, rows } = refusing({ b: refusal(409) });
  let told = 0;
  await goOn(work, run, () => told++);
  expect(rows).toEqual(["a", "b", "c"]);
  expect(told).toBe(3);
  expect(work).toMatchObject({ left: [], done: 2, refused: [{ row: "b", problem: { status: 409 } }] });
});

test.each([
  [401, "step-up-required"], [401, "unauthorized"], [429, "too-many-requests"], [403, "dependency-unavailable"], [0, "unreachable"],
])("%i %s ends it before its row, and the next try goes on there", async (status, kind) => {
  const work = workOn("a", "b", "c");
  const { run, rows } = refusing({ b: refusal(status, kind) });
  await expect(goOn(work, run, nothing)).rejects.toThrow("Refused.");
  expect(work).toMatchObject({ left: ["b", "c"], done: 1, refused: [] });
  await goOn(work, run, nothing);
  expect(rows).toEqual(["a", "b", "b", "c"]);
  expect(work).toMatchObject({ left: [], done: 3, refused: [] });
});

test("a fault of the panel itself is not taken for a refusal", async () => {
  const work = workOn("a");
  await expect(goOn(work, () => Promise.reject(new TypeError("x")), nothing)).rejects.toThrow(TypeError);
  expect(work.left).toEqual(["a"]);
});

test("a person who goes away leaves what is left", async () => {
  const work = workOn("a", "b");
  await goOn(work, async () => { work.stopped = true; }, nothing);
  expect(work).toMatchObject({ left: ["b"], done: 1 });
});
