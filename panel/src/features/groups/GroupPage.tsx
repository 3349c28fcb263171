import { Link, useParams } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/groups";
import { type Act, Acts, once } from "../../ui/Acts";
import { EntryForm } from "../../ui/EntryForm";
import { ErrorNote } from "../../ui/ErrorNote";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { subjectFault, subjectOf } from "../../ui/subjects";
import { useList } from "../../ui/useList";
import { useRead } from "../../ui/useRead";
import { EditGroup, type Group } from "./EditGroup";

type Member = Schemas["GroupMemberView"];

export function GroupPage() {
  const { group } = useParams({ from: "/groups/$group" });
  const { data, error, refetch } = useRead(["group", group], () => api().GET("/api/iam/v1/groups/{group}", { params: { path: { group } } }));
  const it = data?.it;
  const list = useList<Member>(["members", group], async (cursor) =>
    body(api().GET("/api/iam/v1/groups/{group}/members", { params: { path: { group }, query: { cursor, limit: 50 } } })));
  const columns: Column<Member>[] = [
    { title: t.member, cell: (row) => <Subject of={`${row.member_type}:${row.member_id}`} /> },
    { title: t.kind, cell: (row) => row.member_type.replaceAll("_", " ") },
    { title: t.condition, cell: (row) => <span className="mono">{row.condition ?? "–"}</span> },
    { title: t.until, cell: (row) => row.valid_until ? <When at={row.valid_until} /> : t.noEnd },
    { title: t.act, cell: (row) => <Acts acts={[removal(group, it?.name, row)]} /> },
  ];
  return (
    <Page title={it?.name ?? t.group} aside={<Link to="/groups">{t.allGroups}</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <Section title={t.members} aside={<Link to="/grants" search={{ subject: `group:${group}` }}>{t.grantsGroup}</Link>}>
        <May needs="iam:groups.manage"><AddMember group={group} /></May>
        <ListTable label={t.members} list={list} columns={columns} id={(row) => row.id} empty={<Empty title={t.noMemberYet}>{t.addOneAbove}</Empty>} />
      </Section>
      {it && (
        <Section title={t.group} aside={it.status === "active" && <Acts acts={[revocation(it, data?.revision)]} />}>
          <dl className="facts">
            <dt>{t.key}</dt><dd className="mono">{it.key}</dd>
            <dt>{t.status}</dt><dd>{it.status}</dd>
            <dt>{t.source}</dt><dd>{it.source}</dd>
            <dt>{t.since}</dt><dd><When at={it.created_at} /></dd>
            <dt>{t.history}</dt><dd><Link to="/audit" search={{ target: `group:${it.id}` }}>{t.changesOfGroup}</Link></dd>
          </dl>
        </Section>
      )}
      {it && it.status === "active" && (
        <May needs="iam:groups.manage">
          <Section title={t.change}><EditGroup key={it.id} of={it} revision={data?.revision} /></Section>
        </May>
      )}
    </Page>
  );
}

const revocation = (it: Group, revision?: string): Act => ({
  name: t.revoke, title: t.revokeGroup, needs: "iam:groups.manage", destructive: true,
  effect: <><strong><bdi>{it.name}</bdi></strong> {t.givesNoRights}</>,
  run: ({ key }) => api().DELETE("/api/iam/v1/groups/{group}", { params: { path: { group: it.id }, header: once(key, revision) } }),
});

const removal = (group: string, name: string | undefined, { member_type, member_id }: Member): Act => ({
  name: t.remove, title: t.removeMember, needs: "iam:groups.manage", destructive: true,
  effect: <><strong><Subject of={`${member_type}:${member_id}`} /></strong> {t.losesAtOnceAll} <strong><bdi>{name}</bdi></strong>.</>,
  run: ({ key }) => api().DELETE("/api/iam/v1/groups/{group}/members", { params: { path: { group }, query: { member_type, member_id }, header: once(key) } }),
});

function AddMember({ group }: { group: string }) {
  return (
    <EntryForm act={t.addMember}
      entries={[
        { name: "member_id", label: t.who, placeholder: t.nameOrUserAnn, required: true, subject: true, fault: subjectFault },
      ]}
      run={({ member_id: who }, key) => api().POST("/api/iam/v1/groups/{group}/members", {
        params: { path: { group }, header: once(key) }, body: memberOf(who),
      })} />
  );
}

function memberOf(who: string): Schemas["AddMemberRequest"] {
  const { type, id } = subjectOf(who) ?? { type: "", id: who };
  return { member_type: type as Member["member_type"], member_id: id };
}
