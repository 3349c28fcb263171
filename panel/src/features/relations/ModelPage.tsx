import { Link, useParams } from "@tanstack/react-router";
import { api } from "../../api/client";
import { t } from "../../strings/relations";
import { ErrorNote } from "../../ui/ErrorNote";
import { Empty, Page, Section } from "../../ui/parts";
import { useRead } from "../../ui/useRead";
import { ModelDrawing } from "./ModelDrawing";
import { edgesOf, type Model, type Type, typesOf } from "./model";

/** The relation model of one application, drawn and in words. */
export function ModelPage() {
  const { application } = useParams({ from: "/relations/models/$application" });
  const { data, error, refetch } = useRead(["model", application], () =>
    api().GET("/api/iam/v1/relation-model", { params: { query: { application } } }));
  return (
    <Page title={t.modelWith(application)} aside={<Link to="/relations">{t.relations}</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {data && <Content of={data.it} />}
    </Page>
  );
}

function Content({ of }: { of: Model }) {
  const types = typesOf(of);
  if (types.length === 0) return <Empty title={t.declaresNoType}>{t.typesComeWithApplications}</Empty>;
  return (
    <>
      <Section title={t.whichRelationsMayHold(of.manifest_version)}><ModelDrawing types={types} edges={edgesOf(types)} /></Section>
      {types.map((type) => <Names key={type.name} of={type} />)}
    </>
  );
}

function Names({ of }: { of: Type }) {
  const rows = [...of.relations.map(([name, text]) => [t.relationWord, name, text]), ...of.permissions.map(([name, text]) => [t.permissionWord, name, text])];
  return (
    <Section title={t.type(of.name)}>
      <div className="scroll" tabIndex={0} role="region" aria-label={t.names(of.name)}>
        <table className="table">
          <thead><tr><th scope="col">{t.name}</th><th scope="col">{t.kind}</th><th scope="col">{t.holds}</th></tr></thead>
          <tbody>
            {rows.map(([kind, name, text]) => <tr key={name}><td className="mono">{name}</td><td>{kind}</td><td className="mono">{text}</td></tr>)}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
