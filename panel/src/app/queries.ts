import { type Query, QueryClient } from "@tanstack/react-query";
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

/** Each question is a record in the decision log, so that a person alone asks it again. */
const isRead = ({ queryKey }: Query) => queryKey[0] !== "ask";

/** Reads again what the page shows, after an act. */
export const readAgain = () => queries.invalidateQueries({ predicate: isRead });

/** Goes on after a lost session: of the questions those alone are asked again that failed. */
export const readAfterSignIn = () => queries.invalidateQueries({ predicate: (query) => isRead(query) || query.state.status === "error" });

/** Reads again what failed in an outage, once it is over. */
let before = health.get().is;
health.subscribe(() => {
  const now = health.get().is;
  if (before !== "well" && now === "well") {
    void queries.refetchQueries({ type: "active", predicate: (query) => query.state.status === "error" && isRead(query) });
  }
  before = now;
});
