import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { api, body } from "../../api/client";
import { ErrorNote } from "../../ui/ErrorNote";
import { Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { reason } from "../ask/words";
import { OutcomeMark } from "./DecisionsPage";

/** One recorded decision, and the way to ask it again. */
export function DecisionPage() {
  const { decision } = useParams({ from: "/decisions/$decision" });
  const { data, error, refetch } = useQuery({
    queryKey: ["decision", decision],
    queryFn: async () => (await body(api().GET("/api/iam/v1/decisions/{decision}", { params: { path: { decision } } }))).data,
  });
  return (
    <Page title="Decision" aside={<Link to="/decisions">All decisions</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && (
        <Section
          title="What was answered"
          aside={data.asked.type === "permission" && (
            <Link to="/ask" search={{
              subject: data.subject_asked ?? data.subject, permission: data.key, resource: data.resource,
              context: data.context && JSON.stringify(data.context),
            }}>Ask it again, and see why</Link>
          )}
        >
          <dl className="facts">
            <dt>Answer</dt><dd><OutcomeMark of={data.outcome} /> {reason(data.reason_code)}</dd>
            <dt>When</dt><dd><When at={data.at} /></dd>
            <dt>Subject</dt><dd><Subject of={data.subject} /> <span className="mono quiet">{data.subject_asked ?? data.subject}</span></dd>
            <dt>Asked for</dt><dd className="mono">{data.key}</dd>
            <dt>Resource</dt><dd className="mono">{data.resource ?? "–"}</dd>
            <dt>Allowed or denied by</dt>
            <dd>{data.matched.length === 0 ? "nothing" : data.matched.map((match) => `${match.type.replaceAll("_", " ")} of ${match.key}`).join(", ")}</dd>
            <dt>Context</dt><dd className="mono">{data.context ? JSON.stringify(data.context) : "–"}</dd>
            <dt>Policy version</dt><dd>{data.policy_version}</dd>
            <dt>Asked by</dt><dd><Subject of={data.asked_by} /></dd>
            <dt>Decision</dt><dd className="mono">{data.id}</dd>
            <dt>Correlation id</dt><dd className="mono">{data.correlation_id}</dd>
          </dl>
        </Section>
      )}
    </Page>
  );
}
