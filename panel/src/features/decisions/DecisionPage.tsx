import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
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
      {data?.erased && (
        <Section title="What was answered">
          <p className="quiet">The rest of this record was erased with the data of a person.</p>
          <dl className="facts">
            <dt>Answer</dt><dd><OutcomeMark of={data.outcome} /></dd>
            <dt>When</dt><dd><When at={data.at} /></dd>
            <dt>Decision</dt><dd className="mono">{data.id}</dd>
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
      title="What was answered"
      aside={data.asked?.type === "permission" && (
        <Link to="/ask" search={{
          subject: asked, permission: data.key, resource: data.resource,
          context: data.context && JSON.stringify(data.context),
        }}>Ask it again, and see why</Link>
      )}
    >
      <dl className="facts">
        <dt>Answer</dt><dd><OutcomeMark of={data.outcome} /> {reason(data.reason_code ?? "")}</dd>
        <dt>When</dt><dd><When at={data.at} /></dd>
        <dt>Subject</dt><dd><Subject of={subject} /> <span className="mono quiet">{asked}</span></dd>
        <dt>Asked for</dt><dd className="mono">{data.key}</dd>
        <dt>Resource</dt><dd className="mono">{data.resource ?? "–"}</dd>
        <dt>Allowed or denied by</dt>
        <dd>{matched.length === 0 ? "nothing" : matched.map((match) => `${match.type.replaceAll("_", " ")} of ${match.key}`).join(", ")}</dd>
        <dt>Context</dt><dd className="mono">{data.context ? JSON.stringify(data.context) : "–"}</dd>
        <dt>Policy version</dt><dd>{data.policy_version}</dd>
        <dt>Asked by</dt><dd><Subject of={data.asked_by ?? ""} /></dd>
        <dt>Decision</dt><dd className="mono">{data.id}</dd>
        <dt>Correlation id</dt><dd className="mono">{data.correlation_id}</dd>
      </dl>
    </Section>
  );
}
