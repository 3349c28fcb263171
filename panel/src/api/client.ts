import createClient, { type Client, type Middleware } from "openapi-fetch";
import { config } from "../app/settings";
import { loseSession, session } from "../auth/session";
import { note } from "./health";
import { ApiError, readProblem } from "./problem";
import type { components, paths } from "./schema";

export type Schemas = components["schemas"];

/** An item of the list at a path; for schemas whose names the document numbers. */
export type Item<P extends keyof paths> = paths[P] extends {
  get: { responses: { 200: { content: { "application/json": { data: (infer T)[] } } } } };
} ? T : never;

const middleware: Middleware = {
  onRequest({ request }) {
    const now = session.get();
    if (now.is !== "out") request.headers.set("Authorization", `Bearer ${now.session.accessToken}`);
    return request;
  },
  async onResponse({ response }) {
    if (response.ok) {
      note();
      return undefined;
    }
    const body: unknown = await response.json().catch(() => undefined);
    const problem = readProblem(response.status, response.headers, body);
    note(problem);
    if (problem.status === 401 && problem.kind !== "step-up-required") loseSession();
    throw new ApiError(problem);
  },
  onError() {
    const problem = { status: 0, kind: "unreachable", detail: "No answer came." };
    note(problem);
    return new ApiError(problem);
  },
};

let made: Client<paths> | undefined;

/** The API. Every refusal is thrown as an `ApiError`. */
export function api(): Client<paths> {
  if (!made) {
    made = createClient<paths>({ baseUrl: config().api });
    made.use(middleware);
  }
  return made;
}

/** The body of an answer; a refusal was thrown before. */
export async function body<T>(answer: Promise<{ data?: T }>): Promise<T> {
  return (await answer).data as T;
}
