import type { LinkProps } from "@tanstack/react-router";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/posture";
import { Figure, Section } from "../../ui/parts";
import { number } from "../../ui/words";
import { type Counted, useWaiting } from "./queries";

/** Work that waits for a person. */
export function WaitingSection() {
  const { reviews, campaigns, recommendations, anomalies } = useWaiting();
  return (
    <Section title={t.waitsSomeone}>
      <div className="figures">
        <Waiting label={t.yourOpenReviews} of={reviews} to="/reviews" />
        <Waiting label={t.runningCampaigns} of={campaigns} to="/campaigns" />
        <Waiting label={t.recommendations} of={recommendations} to="/recommendations" />
        <Waiting label={t.anomalies} of={anomalies} to="/anomalies" />
      </div>
    </Section>
  );
}

function Waiting({ label, of, to }: { label: string; of: { data?: Counted; error: unknown }; to?: LinkProps["to"] }) {
  if (of.error instanceof ApiError && !of.data) {
    return <Figure label={label} value="–" note={of.error.problem.status === 403 ? t.youMayNotSee : t.noAnswer} />;
  }
  return <Figure label={label} value={of.data && number(of.data.n) + (of.data.more ? "+" : "")} note={of.error ? t.fromBeforeNoAnswer : undefined} to={to} />;
}
