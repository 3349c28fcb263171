import { QueryClient } from "@tanstack/react-query";
import { health } from "../api/health";
import { ApiError } from "../api/problem";

const MOST_WAIT = 60;

/** Reads again what was refused for a time only, and waits for as long as the API asks. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A browser that is offline would only pause: no request fails, and nobody says so.
      networkMode: "always",
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (failures, error) => error instanceof ApiError && error.problem.status === 429 && failures < 3,
      retryDelay: (_failures, error) =>
        1000 * Math.min(MOST_WAIT, error instanceof ApiError ? (error.problem.retryAfter ?? 5) : 5),
    },
    mutations: { networkMode: "always", retry: false },
  },
});

/** Reads again what failed in an outage, once it is over; a question is asked by a person alone. */
let before = health.get().is;
health.subscribe(() => {
  const now = health.get().is;
  if (before !== "well" && now === "well") {
    void queries.refetchQueries({ type: "active", predicate: ({ queryKey, state }) => state.status === "error" && queryKey[0] !== "ask" });
  }
  before = now;
});
