import { Button } from "@mantine/core";
import { health } from "../api/health";
import { ApiError, inWords, isOutage } from "../api/problem";
import { signInBeside } from "../auth/flow";
import { Copy, Note } from "./parts";

/** A refusal in plain words, with its id to copy. */
export function ErrorNote({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  if (!(error instanceof ApiError)) {
    return <Note tone="deny" title="The panel failed"><p className="quiet">{String(error)}</p></Note>;
  }
  const { problem } = error;
  // The page's own note says it already, with the time.
  if (health.get().is !== "well" && isOutage(problem)) return <p className="quiet">No answer while the service is away.</p>;
  const { title, text } = inWords(problem);
  const aal = problem.kind === "step-up-required" ? (problem.requiredAal ?? "aal2") : undefined;
  return (
    <Note tone="step" title={title}>
      <p>{text}</p>
      {aal && (
        <Button size="compact-sm" mt={8} onClick={() => signInBeside({ acr_values: aal }).then(onRetry)}>
          Sign in with {aal}
        </Button>
      )}
      {problem.correlationId && (
        <p className="quiet">
          Correlation id <span className="mono">{problem.correlationId}</span> <Copy text={problem.correlationId} />
        </p>
      )}
    </Note>
  );
}
