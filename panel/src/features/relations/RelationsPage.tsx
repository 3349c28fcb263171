import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { api, body, type Item } from "../../api/client";
import { t } from "../../strings/relations";
import { type Act, Acts, once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { ErrorNote } from "../../ui/ErrorNote";
import { Filters } from "../../ui/Filters";
import { ListPage } from "../../ui/ListPage";
import { type Column, ListTable } from "../../ui/ListTable";
import { Linked } from "../../ui/Linked";
import { Empty, Section, When } from "../../ui/parts";
import { Subject, short } from "../../ui/Subject";
import { useList } from "../../ui/useList";

type Row = Item<"/api/iam/v1/relations">;

const COLUMNS: Column<Row>[] = [
  { title: t.subject, cell: (row) => <Holders of={row.subject} /> },
  { title: t.relation, cell: (row) => <strong className="mono">{row.relation}</strong> },
  { title: t.object, cell: (row) => <span className="mono" title={row.object}>{short(row.object)}</span> },
  { title: t.condition, cell: (row) => <span className="mono">{row.condition ?? row.named_condition?.name ?? "–"}</span> },
  { title: t.until, cell: (row) => row.valid_until ? <When at={row.valid_until} /> : t.noEnd },
  { title: t.act, cell: (row) => <Acts of={`${row.subject} ${row.relation} ${row.object}`} acts={[removal(row)]} /> },
];

/** A subject; where it stands for the members of a group, they are said, and the way to them. */
function Holders({ of }: { of: string }) {
  const [subject = of, relation] = of.split("#");
  const group = relation === "member" ? /^group:([0-9a-f-]{36})$/.exec(subject)?.[1] : undefined;
  return (
    <>
      <Subject of={subject} />{relation && <span className="mono">#{relation}</span>}
      {group && <div className="quiet">{t.membersHaveItToo} <Linked needs="iam:groups.read" link={(words) => <Link to="/groups/$group" params={{ group }}>{words}</Link>}>{t.members}</Linked></div>}
    </>
  );
}

/** Relations of objects, and the models that say which may hold. */
export function RelationsPage() {
  const search = useSearch({ from: "/relations" });
  const list = useList<Row>(["relations", search], async (cursor) =>
    body(api().GET("/api/iam/v1/relations", { params: { query: {
      "filter[subject]": search.subject, "filter[relation]": search.relation, "filter[object]": search.object, cursor, limit: 50,
    } } })));
  return (
    <ListPage title={t.relations} label={t.newRelation} needs="iam:relations.manage" filled={search.for !== undefined}
      form={
        <EntryForm act={t.addRelation}
          entries={[
            { name: "subject", label: t.subject, placeholder: t.nameOrUserAnn, required: true, subject: true, first: search.for },
            { name: "relation", label: t.relation, placeholder: t.viewer, required: true, first: search.for && search.relation },
            { name: "object", label: t.object, placeholder: "folder:reports", required: true, first: search.for && search.object },
            { name: "condition", label: t.conditionEmptyAlways, placeholder: t.contextQuantity10 },
          ]}
          run={async ({ condition, ...relation }, key) => {
            await api().POST("/api/iam/v1/relations", { params: { header: once(key) }, body: { ...relation, ...(condition && { condition }) } });
            return relation;
          }}
          named={({ subject, relation, object }) => <><Subject of={subject} /> <span className="mono">{relation} {object}</span></>} />
      }>
      <Section title={t.models}><Models /></Section>
      <Section title={t.relationsStored}>
        <Filters filters={[
            { name: "subject", label: t.subject, placeholder: t.nameOrUserAnn, subject: true },
            { name: "relation", label: t.relation, placeholder: t.viewer },
            { name: "object", label: t.object, placeholder: "folder:reports" },
          ]} />
        <ListTable label={t.relations} list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title={t.noRelationMatches}>{t.applicationsStoreThemYou}</Empty>} />
      </Section>
    </ListPage>
  );
}

function Models() {
  const { data, error, refetch } = useQuery({
    queryKey: ["applications", "choice"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/applications", { params: { query: { limit: 100 } } }))).data,
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <Empty title={t.noApplicationYet}>{t.modelsComeWithManifests}</Empty>;
  return (
    <p className="links">
      {data?.map((each) => <Link key={each.key} to="/relations/models/$application" params={{ application: each.key }}>{t.modelTitle} <bdi>{each.name}</bdi></Link>)}
    </p>
  );
}

const removal = (row: Row): Act => ({
  name: t.remove, title: t.removeRelation, needs: "iam:relations.manage", destructive: true,
  effect: <><strong><Subject of={row.subject} /></strong> {t.losesAtOnceWhat} <strong className="mono">{row.relation}</strong> {t.on} <strong className="mono">{row.object}</strong>.</>,
  run: ({ key }) => api().DELETE("/api/iam/v1/relations",
    { params: { query: { subject: row.subject, relation: row.relation, object: row.object }, header: once(key) } }),
});
