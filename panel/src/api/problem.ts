import { t } from "../strings/api";

/** A refusal of the API (RFC 9457), or the lack of an answer. */
export interface Problem {
  /** The HTTP status; 0 when no answer came. */
  status: number;
  /** The last part of the problem's type, such as `not-found`. */
  kind: string;
  /** A title in words, where the page knows more than the status says. */
  title?: string;
  detail: string;
  correlationId?: string;
  /** Seconds until a repetition makes sense. */
  retryAfter?: number;
  errors?: Record<string, string[]>;
  requiredAal?: string;
  /** The state of a refused write: `not_applied`, or `unknown` where the commit was lost. */
  outcome?: string;
}

/** A read, or a write; `once` is a write under an `Idempotency-Key`. */
export type Doing = "read" | "write" | "once";

export class ApiError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

export function readProblem(status: number, headers: Headers, body: unknown): Problem {
  const members = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const text = (name: string) => (typeof members[name] === "string" ? (members[name] as string) : undefined);
  const wait = Number(headers.get("Retry-After"));
  return {
    status,
    kind: text("type")?.split("/").pop() ?? "unknown",
    detail: text("detail") ?? text("title") ?? t.serverAnswered(status),
    correlationId: text("correlation_id") ?? headers.get("Correlation-Id") ?? undefined,
    retryAfter: wait > 0 ? wait : undefined,
    errors: members.errors as Record<string, string[]> | undefined,
    requiredAal: text("required_aal"),
    outcome: text("outcome"),
  };
}

/** Whether the service could not decide, or did not answer. */
export function isOutage(problem: Problem): boolean {
  return isSilence(problem) || problem.kind === "dependency-unavailable";
}

/** Whether no answer of the service itself came; 502, 503 and 504 are of a proxy before it. */
export function isSilence({ status, kind }: Problem): boolean {
  return kind !== "dependency-unavailable" && (status === 0 || status === 502 || status === 503 || status === 504);
}

/** Whether the same request may be answered well a little later. */
export function isRetryable(problem: Problem): boolean {
  return isOutage(problem) || problem.status === 429 || problem.status >= 500;
}

/** Whether a resource does not exist for this person: the same answer would come again. */
export function isHidden({ status, kind }: Problem): boolean {
  return status === 404 || (status === 403 && kind === "forbidden");
}

/** Whether a refusal says that the page shows what is no longer so. */
export function isOutdated(problem: Problem): boolean {
  const { status } = problem;
  return status === 404 || status === 409 || status === 412 || isDone(problem);
}

/** True if the key of a write was used by an earlier request, which said something else. */
const isDone = ({ status, errors }: Problem) => status === 422 && errors?.["Idempotency-Key"] !== undefined;

/** The labels of a form's fields by the members of the request; `*` is any other member. */
export type Labels = Record<string, string>;

/** A refusal in plain words: its meaning, and the next step. */
export function inWords(problem: Problem, doing: Doing = "read", labels: Labels = {}): { title: string; text: string } {
  const lost = isSilence(problem) || problem.status === 500;
  if (problem.outcome === "unknown" || (doing !== "read" && lost)) {
    return {
      title: t.notKnownWhetherHappened,
      text: doing === "once"
        ? t.answerLostTryAgain
        : t.answerLostLookAt,
    };
  }
  if (problem.kind === "dependency-unavailable") {
    return {
      title: t.refusedBecauseServiceCannot,
      text: t.nothingChangedTryAgain,
    };
  }
  switch (problem.status) {
    case 0:
      return { title: t.noAnswerFromService, text: t.checkNetworkThenTry };
    case 401:
      return problem.kind === "step-up-required"
        ? { title: t.needsStrongerSign, text: t.signAgainWith(problem.requiredAal ?? t.secondFactor) }
        : { title: t.yourSessionHasEnded, text: t.signAgainGo };
    case 403:
      return { title: t.youMayNotSee, text: t.askAdministrator(problem.detail) };
    case 404:
      return { title: t.notFound, text: t.doesNotExistYour };
    case 409:
      return { title: problem.title ?? t.conflictWithPresentState, text: problem.detail };
    case 412:
      return { title: t.someoneChangedMeanwhile, text: t.reloadSeeChangeThen };
    case 422:
      // No field is at fault.
      if (isDone(problem)) return { title: t.alreadyHappened, text: t.doneAsFirstSent };
      return { title: t.somethingFormNotRight, text: invalid(problem, labels) };
    case 429:
      return {
        title: t.tooManyRequests,
        text: t.serviceAsksYouWait(problem.retryAfter ? t.seconds(problem.retryAfter) : ""),
      };
    default:
      return { title: t.serviceCouldNotAnswer, text: problem.detail };
  }
}

function invalid(problem: Problem, labels: Labels): string {
  const places = Object.entries(problem.errors ?? {});
  return places.length === 0
    ? problem.detail
    : places.map(([place, messages]) => `${labels[place.replace(/\W.*$/s, "")] ?? labels["*"] ?? place}: ${messages.join(", ")}`).join("; ");
}
