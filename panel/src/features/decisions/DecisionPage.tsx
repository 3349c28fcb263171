import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/decisions";
import { ErrorNote } from "../../ui/ErrorNote";
import { Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { reason } from "../ask/words";
import { askedOf, OutcomeMark } from "./DecisionsPage";

/** One recorded decision, and the way to ask it again. */
export function DecisionPage() {
  const { decision } = useParams({ from: "/decisions/$decision" });
  const { data, error, refetch } = useQuery({
    queryKey: ["decision", decision],
    queryFn: async () => (await body(api().GET("/api/iam/v1/decisions/{decision}", { params: { path: { decision } } }))).data,
  });
  return (
    <Page title={t.decision} aside={<Link to="/decisions">{t.allDecisions}</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data?.erased && (
        <Section title={t.whatAnswered}>
          <p className="quiet">{t.restRecordErasedWith}</p>
          <dl className="facts">
            <dt>{t.answer}</dt><dd><OutcomeMark of={data.outcome} /></dd>
            <dt>{t.when}</dt><dd><When at={data.at} /></dd>
            <dt>{t.decision}</dt><dd className="mono">{data.id}</dd>
          </dl>
        </Section>
      )}
      {data && !data.erased && <Recorded of={data} />}
    </Page>
  );
}

function Recorded({ of: data }: { of: Schemas["DecisionRecordView"] }) {
  const subject = data.subject ?? "";
  const asked = data.subject_asked ?? subject;
  const matched = data.matched ?? [];
  return (
    <Section
      title={t.whatAnswered}
      aside={data.asked?.type === "permission" && (
        <Link to="/ask" search={{
          subject: asked, permission: askedOf(data), resource: data.resource,
          context: data.context && JSON.stringify(data.context),
        }}>{t.askAgainSeeWhy}</Link>
      )}
    >
      <dl className="facts">
        <dt>{t.answer}</dt><dd><OutcomeMark of={data.outcome} /> {reason(data.reason_code ?? "")}</dd>
        <dt>{t.when}</dt><dd><When at={data.at} /></dd>
        <dt>{t.subject}</dt><dd><Subject of={subject} /> <span className="mono quiet">{asked}</span></dd>
        <dt>{t.asked}</dt><dd className="mono">{askedOf(data)}</dd>
        <dt>{t.resource}</dt><dd className="mono">{data.resource ?? "–"}</dd>
        <dt>{t.allowedOrDeniedBy}</dt>
        <dd>{matched.length === 0 ? t.nothing : matched.map((match) => `${match.type.replaceAll("_", " ")} of ${match.key}`).join(", ")}</dd>
        <dt>{t.context}</dt><dd className="mono">{data.context ? JSON.stringify(data.context) : "–"}</dd>
        <dt>{t.policyVersion}</dt><dd>{data.policy_version}</dd>
        <dt>{t.askedBy}</dt><dd><Subject of={data.asked_by ?? ""} /></dd>
        <dt>{t.decision}</dt><dd className="mono">{data.id}</dd>
        <dt>{t.correlationId}</dt><dd className="mono">{data.correlation_id}</dd>
      </dl>
    </Section>
  );
}
