import { QueryObserver } from "@tanstack/react-query";
import { expect, test, vi } from "vitest";
import { queries, readAfterSignIn } from "./queries";

test("after a sign-in the page is read again, and of the questions those alone are asked that failed", async () => {
  const read: string[] = [];
  const shown = (queryKey: string[], fails = false) => new QueryObserver(queries, {
    queryKey, staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => {
      read.push(queryKey.join(" "));
      if (fails) throw new Error("The session has ended.");
      return queryKey;
    },
  }).subscribe(() => undefined);
  const ends = [shown(["people"]), shown(["ask", "answered"]), shown(["ask", "failed"], true)];
  await vi.waitFor(() => expect([read.length, queries.isFetching()]).toEqual([3, 0]));
  read.length = 0;
  await readAfterSignIn();
  expect(read).toEqual(["people", "ask failed"]);
  expect(queries.getQueryState(["ask", "answered"])?.isInvalidated).toBe(false);
  for (const end of ends) end();
  queries.clear();
});
