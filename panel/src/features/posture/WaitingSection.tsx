import type { LinkProps } from "@tanstack/react-router";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/posture";
import { May, useMay } from "../../ui/May";
import { Figure, Section } from "../../ui/parts";
import { number } from "../../ui/words";
import { type Counted, NEEDS, useAudit, useWaiting } from "./queries";
import type { WindowName } from "./series";

/** Work that waits for a person. */
export function WaitingSection({ window }: { window: WindowName }) {
  const { reviews, campaigns, recommendations, anomalies } = useWaiting(useMay());
  return (
    <Section title={t.waitsSomeone}>
      <div className="figures">
        <Waiting label={t.yourOpenReviews} of={reviews} to="/reviews" />
        <May needs={NEEDS.campaigns}><Waiting label={t.runningCampaigns} of={campaigns} to="/campaigns" /></May>
        <May needs={NEEDS.recommendations}><Waiting label={t.recommendations} of={recommendations} to="/recommendations" /></May>
        <May needs={NEEDS.anomalies}><Waiting label={t.anomalies} of={anomalies} to="/anomalies" /></May>
        <May needs={NEEDS.deadLetters}><DeadLetters window={window} /></May>
      </div>
    </Section>
  );
}

/** The figures of the audit log count them; a list would bring their events along. */
function DeadLetters({ window }: { window: WindowName }) {
  const { data, error } = useAudit(window);
  return <Waiting label={t.deadLetters} of={{ data: data && { n: data.dlq_size, more: false }, error }} to="/dead-letters" note={data?.dlq_size ? t.toReplayOrDelete : t.noDeadLetter} />;
}

function Waiting({ label, of, to, note }: { label: string; of: { data?: Counted; error: unknown }; to?: LinkProps["to"]; note?: string }) {
  if (of.error instanceof ApiError && !of.data) {
    return <Figure label={label} value="–" note={t.noAnswer} />;
  }
  return <Figure label={label} value={of.data && number(of.data.n) + (of.data.more ? "+" : "")} note={of.error ? t.fromBeforeNoAnswer : of.data && note} to={to} />;
}
