import { ApiError, isRetryable } from "../api/problem";

/** An act on several rows, one after another. */
export interface Work<T> {
  left: T[];
  done: number;
  refused: { row: T; problem: ApiError["problem"] }[];
  /** The person went away: what is left stays. */
  stopped?: boolean;
}

/** Whether a refusal is of one row alone. Another one, such as a demanded sign-in, would meet all that follow. */
const isOfRow = (failure: unknown): failure is ApiError =>
  failure instanceof ApiError && failure.problem.status !== 401 && !isRetryable(failure.problem);

/** Goes on with what is left. A refusal of one row is kept, and the others go on; any other failure ends it before its row. */
export async function goOn<T>(work: Work<T>, run: (row: T) => Promise<unknown>, told: () => void): Promise<void> {
  for (let row = work.left[0]; row !== undefined && !work.stopped; row = work.left[0]) {
    try {
      await run(row);
      work.done++;
    } catch (failure) {
      if (!isOfRow(failure)) throw failure;
      work.refused.push({ row, problem: failure.problem });
    }
    work.left.shift();
    told();
  }
}
