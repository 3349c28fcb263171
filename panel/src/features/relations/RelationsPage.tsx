import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { api, body, type Item } from "../../api/client";
import { type Act, Acts, once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { ErrorNote } from "../../ui/ErrorNote";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject, short } from "../../ui/Subject";
import { useList } from "../../ui/useList";

type Row = Item<"/api/iam/v1/relations">;

const COLUMNS: Column<Row>[] = [
  { title: "Subject", cell: (row) => <><Subject of={row.subject} />{row.subject.includes("#") && <span className="mono">#{row.subject.split("#")[1]}</span>}</> },
  { title: "Relation", cell: (row) => <strong className="mono">{row.relation}</strong> },
  { title: "Object", cell: (row) => <span className="mono" title={row.object}>{short(row.object)}</span> },
  { title: "Condition", cell: (row) => <span className="mono">{row.condition ?? row.named_condition?.name ?? "–"}</span> },
  { title: "Until", cell: (row) => row.valid_until ? <When at={row.valid_until} /> : "no end" },
  { title: "Act", cell: (row) => <Acts of={`${row.subject} ${row.relation} ${row.object}`} acts={[removal(row)]} /> },
];

/** Relations of objects, and the models that say which may hold. */
export function RelationsPage() {
  const search = useSearch({ from: "/relations" });
  const navigate = useNavigate();
  const list = useList<Row>(["relations", search], async (cursor) =>
    body(api().GET("/api/iam/v1/relations", { params: { query: {
      "filter[subject]": search.subject, "filter[relation]": search.relation, "filter[object]": search.object, cursor, limit: 50,
    } } })));
  return (
    <Page title="Relations">
      <Section title="Models"><Models /></Section>
      <May needs="iam:relations.manage">
        <Section title="New relation">
          <EntryForm act="Add relation"
            entries={[
              { name: "subject", label: "Subject", placeholder: "name, or user:ann", required: true, subject: true },
              { name: "relation", label: "Relation", placeholder: "viewer", required: true },
              { name: "object", label: "Object", placeholder: "folder:reports", required: true },
              { name: "condition", label: "Condition; empty: always", placeholder: "context.quantity <= 10" },
            ]}
            run={({ condition, ...relation }, key) =>
              api().POST("/api/iam/v1/relations", { params: { header: once(key) }, body: { ...relation, ...(condition && { condition }) } })} />
        </Section>
      </May>
      <Section title="Relations that are stored">
        <Filters key={JSON.stringify(search)} values={search} onChange={(values) => void navigate({ to: "/relations", search: values })}
          filters={[
            { name: "subject", label: "Subject", placeholder: "name, or user:ann", subject: true },
            { name: "relation", label: "Relation", placeholder: "viewer" },
            { name: "object", label: "Object", placeholder: "folder:reports" },
          ]} />
        <ListTable label="Relations" list={list} columns={COLUMNS} id={(row) => row.id}
          empty={<Empty title="No relation matches.">Applications store them, and you can add one above.</Empty>} />
      </Section>
    </Page>
  );
}

function Models() {
  const { data, error, refetch } = useQuery({
    queryKey: ["applications", "choice"],
    queryFn: async () => (await body(api().GET("/api/iam/v1/applications", { params: { query: { limit: 100 } } }))).data,
  });
  if (error) return <ErrorNote error={error} onRetry={() => void refetch()} />;
  if (data?.length === 0) return <Empty title="No application yet.">Models come with manifests of applications.</Empty>;
  return (
    <p className="links">
      {data?.map((each) => <Link key={each.key} to="/relations/models/$application" params={{ application: each.key }}>Model of <bdi>{each.name}</bdi></Link>)}
    </p>
  );
}

const removal = (row: Row): Act => ({
  name: "Remove", title: "Remove this relation?", needs: "iam:relations.manage", destructive: true,
  effect: <><strong><Subject of={row.subject} /></strong> loses at once what follows from <strong className="mono">{row.relation}</strong> on <strong className="mono">{row.object}</strong>.</>,
  run: ({ key }) => api().DELETE("/api/iam/v1/relations",
    { params: { query: { subject: row.subject, relation: row.relation, object: row.object }, header: once(key) } }),
});
