import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { health } from "../api/health";
import { ApiError, type Doing, inWords, isOutage, isRetryable, type Labels, type Problem } from "../api/problem";
import { signInBeside } from "../auth/flow";
import { t } from "../strings/ui";
import { Copy, Note } from "./parts";

interface Props {
  error: unknown;
  /** The refused request; a read unless said otherwise. */
  doing?: Doing;
  /** What the fields of the refused form are called. */
  labels?: Labels;
  onRetry?: () => void;
}

/** A refusal in plain words, with the next step and its id to copy. */
export function ErrorNote({ error, doing, labels, onRetry }: Props) {
  if (!(error instanceof ApiError)) {
    return <Note tone="deny" title={t.panelFailed}><p className="quiet">{String(error)}</p></Note>;
  }
  const { problem } = error;
  const { title, text } = inWords(problem, doing, labels);
  const again = onRetry && isRetryable(problem) && <Button size="compact-sm" variant="default" mt={8} onClick={onRetry}>{t.tryAgain}</Button>;
  // The page's own note says it already, with the time. The fate of a write only this one says.
  if (!doing && health.get().is !== "well" && isOutage(problem)) {
    return <div><p className="quiet" style={{ margin: 0 }}>{t.noAnswerWhileService}</p>{again}</div>;
  }
  return (
    <Note tone="step" title={title}>
      <p>{text}</p>
      {again}
      <StepUp of={problem} onDone={onRetry} />
      {problem.correlationId && (
        <p className="quiet">
          {t.correlationId} <span className="mono">{problem.correlationId}</span> <Copy text={problem.correlationId} />
        </p>
      )}
    </Note>
  );
}

function StepUp({ of, onDone }: { of: Problem; onDone?: () => void }): ReactNode {
  const [failure, setFailure] = useState<string>();
  if (of.kind !== "step-up-required") return null;
  const aal = of.requiredAal ?? "aal2";
  const signIn = () => {
    setFailure(undefined);
    signInBeside({ acr_values: aal }).then(onDone, (e: unknown) => setFailure(e instanceof Error ? e.message : String(e)));
  };
  return (
    <>
      <Button size="compact-sm" mt={8} onClick={signIn}>{t.signWith} {aal}</Button>
      {failure && <p role="alert">{t.signDidNotWork} {failure}</p>}
    </>
  );
}
