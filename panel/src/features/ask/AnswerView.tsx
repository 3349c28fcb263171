import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, body } from "../../api/client";
import { config } from "../../app/settings";
import { t } from "../../strings/ask";
import { ButtonLink } from "../../ui/ButtonLink";
import { May, useMay } from "../../ui/May";
import { Copy, Mark } from "../../ui/parts";
import { Subject, short } from "../../ui/Subject";
import { keyOf, keysOf } from "../../ui/suggestions";
import { type Answer, type Box, pathOf, relationsLacking, roleLacking } from "./path";
import { type CheckBody, curl } from "./question";
import { reason, verdict } from "./words";

const KINDS: Record<Box["kind"], string> = t.kinds;
/** The question is wrong, and not the access: no way was looked for. */
const OF_THE_QUESTION = ["resource_required", "resource_type_mismatch"];

export function AnswerView({ asked, answer }: { asked: CheckBody; answer: Answer }) {
  const line = curl(config().api, asked);
  const explanation = answer.explanation;
  const role = roleLacking(asked, answer);
  // A grant of what was asked for is about the same resource alone.
  const limits = { subject: asked.subject, resource: asked.resource };
  return (
    <div style={{ display: "grid", gap: 16 }}>
      <p style={{ margin: 0, display: "flex", flexWrap: "wrap", alignItems: "center", gap: 10 }}>
        <Outcome of={answer} />
        <span>{reason(answer.reason_code)}</span>
        <span className="quiet mono">{answer.reason_code}</span>
      </p>
      {answer.reason_code === "permission_unknown" && <Known asked={asked} />}
      {OF_THE_QUESTION.includes(answer.reason_code) ? <p style={{ margin: 0 }}>{t.chooseResource}</p> : <Path boxes={pathOf(asked, answer)} />}
      {explanation && !answer.allowed && <WhyNot of={explanation} asked={asked} denied={answer.reason_code === "explicit_deny"} />}
      {answer.reason_code === "no_matching_grant" && (
        <May needs="iam:grants.manage">
          <div className="acts">
            {role && <ButtonLink size="compact-sm" variant="default" to="/grants/new" search={{ ...limits, kind: "role", key: role }}>{t.giveRoleDots}</ButtonLink>}
            <ButtonLink size="compact-sm" variant="default" to="/grants/new" search={{ ...limits, kind: "permission", key: asked.permission }}>{t.givePermissionDots}</ButtonLink>
          </div>
        </May>
      )}
      <dl className="facts">
        <dt>{t.policyVersion}</dt><dd>{answer.policy_version}</dd>
        <dt>{t.recordedAs}</dt>
        <dd><Link to="/decisions/$decision" params={{ decision: answer.decision_id }} className="mono">{answer.decision_id}</Link></dd>
      </dl>
      <div>
        <div style={{ display: "flex", gap: 10, alignItems: "center", marginBottom: 6 }}>
          <strong style={{ fontSize: "0.875rem" }}>{t.sameFromShell}</strong> <Copy text={line} label={t.copyLine} />
        </div>
        <pre className="code" tabIndex={0} aria-label={t.curlLine}>{line}</pre>
      </div>
    </div>
  );
}

/** The permission of the same name in the only application that has one. */
function Known({ asked }: { asked: CheckBody }) {
  const { data } = useQuery(keysOf("permission"));
  const name = asked.permission.slice(asked.permission.indexOf(":") + 1);
  const permission = keyOf(data ?? [], name);
  if (permission === name) return null;
  return <p style={{ margin: 0 }}>{t.didYouMean} <Link to="/ask" search={{ ...asked, context: asked.context && JSON.stringify(asked.context), permission }} className="mono">{permission}</Link>?</p>;
}

function Outcome({ of }: { of: Answer }) {
  if (of.requires_step_up) return <Mark tone="step">{t.needsStepUp} {of.required_aal}</Mark>;
  return of.allowed ? <Mark tone="allow">{t.allowed}</Mark> : <Mark tone="deny">{t.denied}</Mark>;
}

function Path({ boxes }: { boxes: Box[] }) {
  return (
    <ol className="path" aria-label={t.pathFromSubjectPermission}>
      {boxes.map((box, i) => (
        // Boxes are of one answer, and in its order.
        <li key={`${i} ${box.text}`} className={box.missing ? "missing" : undefined}>
          <div className="box">
            <span>{KINDS[box.kind]}{box.deny ? t.denies : ""}</span>
            <strong title={box.text}>{box.kind === "subject" || box.kind === "group" ? <Subject of={box.text} /> : short(box.text)}</strong>
            {box.missing && <em>{t.missing} {box.missing}</em>}
          </div>
        </li>
      ))}
    </ol>
  );
}

function WhyNot({ of, asked, denied }: { of: NonNullable<Answer["explanation"]>; asked: CheckBody; denied: boolean }) {
  const grants = of.grants.filter((grant) => grant.verdict !== "counted");
  // A grant that denies outweighs any relation.
  const lacking = denied ? [] : relationsLacking(of);
  const elsewhere = of.failed_conditions.filter((failed) => !grants.some((grant) => grant.id === failed.id));
  if (elsewhere.length === 0 && grants.length === 0 && lacking.length === 0) return null;
  return (
    <div className="why">
      <strong>{t.whyNot}</strong>
      {grants.length + elsewhere.length > 0 && (
        <ul>
          {grants.map((grant) => {
            const failed = of.failed_conditions.find((each) => each.id === grant.id);
            return (
              <li key={grant.id}>
                {t.grant} <span className="mono">{grant.privilege}</span> {t.to} <Subject of={grant.subject} />: {verdict(grant.verdict)}
                {failed && <>: <Failed of={failed} /></>}
              </li>
            );
          })}
          {elsewhere.map((failed) => (
            <li key={failed.id + failed.condition}>{t.condition} {failed.on.replaceAll("_", " ")}: <Failed of={failed} /></li>
          ))}
        </ul>
      )}
      {lacking.length > 0 && (
        <>
          <p><Subject of={asked.subject} /> {lacking.length === 1 ? t.lacksThisRelation : t.hasNoneOfThese}</p>
          <ul>
            {lacking.map(({ name, object }) => (
              <li key={`${object}#${name}`}>
                <Link to="/relations" search={{ relation: name, object, for: asked.subject }} className="mono">{name}</Link> {t.of} <span className="mono">{short(object)}</span><Between object={object} resource={asked.resource} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** How another object comes into the answer: by its own relation to the resource. */
function Between({ object, resource }: { object: string; resource?: string }) {
  const { data } = useQuery({
    queryKey: ["relations", "between", object, resource],
    queryFn: async () => (await body(api().GET("/api/iam/v1/relations", { params: { query: { "filter[subject]": object, "filter[object]": resource, limit: 1 } } }))).data,
    enabled: useMay()("iam:relations.read") && resource !== undefined && object !== resource,
  });
  const relation = data?.[0]?.relation;
  return relation && resource && <>{t.whichIs} <span className="mono">{relation}</span> {t.of} <span className="mono">{short(resource)}</span></>;
}

function Failed({ of }: { of: NonNullable<Answer["explanation"]>["failed_conditions"][number] }) {
  return (
    <>
      <span className="mono">{of.condition}</span>
      {of.error && ` (${of.message ?? t.cannotBeEvaluated})`}
      {of.missing.length > 0 && t.noValue(of.missing.join(", "))}
    </>
  );
}
