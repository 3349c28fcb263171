import type { LinkProps } from "@tanstack/react-router";
import { ApiError } from "../../api/problem";
import { Figure, Section } from "../../ui/parts";
import { number } from "../../ui/words";
import { type Counted, useWaiting } from "./queries";

/** Work that waits for a person. */
export function WaitingSection() {
  const { reviews, campaigns, recommendations, anomalies } = useWaiting();
  return (
    <Section title="Waits for someone">
      <div className="figures">
        <Waiting label="Your open reviews" of={reviews} to="/reviews" />
        <Waiting label="Running campaigns" of={campaigns} to="/campaigns" />
        <Waiting label="Recommendations" of={recommendations} to="/recommendations" />
        <Waiting label="Anomalies" of={anomalies} to="/anomalies" />
      </div>
    </Section>
  );
}

function Waiting({ label, of, to }: { label: string; of: { data?: Counted; error: unknown }; to?: LinkProps["to"] }) {
  if (of.error instanceof ApiError && !of.data) {
    return <Figure label={label} value="–" note={of.error.problem.status === 403 ? "you may not see these" : "no answer"} />;
  }
  return <Figure label={label} value={of.data && number(of.data.n) + (of.data.more ? "+" : "")} note={of.error ? "from before; no answer since" : undefined} to={to} />;
}
