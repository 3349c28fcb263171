import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { Confirm } from "../../ui/Confirm";
import { ErrorNote } from "../../ui/ErrorNote";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";

type Member = Schemas["GroupMemberView"];

export function GroupPage() {
  const { group } = useParams({ from: "/groups/$group" });
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Member>();
  const { data, error, refetch } = useQuery({
    queryKey: ["group", group],
    queryFn: async () => (await body(api().GET("/api/iam/v1/groups/{group}", { params: { path: { group } } }))).data,
  });
  const list = useList<Member>(["members", group], async (cursor) =>
    body(api().GET("/api/iam/v1/groups/{group}/members", { params: { path: { group }, query: { cursor, limit: 50 } } })));
  const columns: Column<Member>[] = [
    { title: "Member", cell: (row) => <Subject of={`${row.member_type}:${row.member_id}`} /> },
    { title: "Kind", cell: (row) => row.member_type.replaceAll("_", " ") },
    { title: "Condition", cell: (row) => <span className="mono">{row.condition ?? "–"}</span> },
    { title: "Until", cell: (row) => row.valid_until ? <When at={row.valid_until} /> : "no end" },
    { title: "Act", cell: (row) => <Button size="compact-xs" variant="default" onClick={() => setLeaving(row)}>Remove…</Button> },
  ];
  return (
    <Page title={data?.name ?? "Group"} aside={<Link to="/groups">All groups</Link>}>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      <Section title="Members" aside={<Link to="/grants" search={{ subject: `group:${group}` }}>Grants of this group</Link>}>
        <AddMember group={group} />
        <ListTable label="Members" list={list} columns={columns} id={(row) => row.id} empty={<Empty title="No member yet.">Add one above.</Empty>} />
      </Section>
      {leaving && (
        <Confirm title="Remove this member?" act="Remove" destructive onClose={() => setLeaving(undefined)}
          onConfirm={async ({ key }) => {
            await api().DELETE("/api/iam/v1/groups/{group}/members", {
              params: { path: { group }, query: { member_type: leaving.member_type, member_id: leaving.member_id }, header: { "Idempotency-Key": key } },
            });
            await queries.invalidateQueries({ queryKey: ["members", group] });
          }}>
          <strong><Subject of={`${leaving.member_type}:${leaving.member_id}`} /></strong> loses at once all access that comes by <strong><bdi>{data?.name}</bdi></strong>.
        </Confirm>
      )}
    </Page>
  );
}

function AddMember({ group }: { group: string }) {
  const queries = useQueryClient();
  const [type, setType] = useState("user");
  const [id, setId] = useState("");
  // One key for an act: until it is done, or the form says something else.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const add = useMutation({
    mutationFn: () => api().POST("/api/iam/v1/groups/{group}/members", {
      params: { path: { group }, header: { "Idempotency-Key": key } }, body: { member_type: type, member_id: id.trim() },
    }),
    onSuccess: async () => {
      setId("");
      setKey(crypto.randomUUID());
      await queries.invalidateQueries({ queryKey: ["members", group] });
    },
  });
  const put = (set: (value: string) => void) => (event: { currentTarget: { value: string } }) => {
    set(event.currentTarget.value);
    setKey(crypto.randomUUID());
  };
  return (
    <form onSubmit={(event) => { event.preventDefault(); add.mutate(); }} style={{ display: "flex", flexWrap: "wrap", gap: 10, alignItems: "end", marginBottom: 12 }}>
      <NativeSelect size="xs" label="Kind" value={type} onChange={put(setType)}
        data={[{ value: "user", label: "person" }, { value: "group", label: "group" }, { value: "service_account", label: "service account" }]} />
      <TextInput size="xs" required label="Id or external id" placeholder="ann" value={id} onChange={put(setId)} />
      <Button type="submit" size="xs" variant="default" loading={add.isPending}>Add member</Button>
      {add.error && <div style={{ flexBasis: "100%" }}><ErrorNote error={add.error} doing="once" /></div>}
    </form>
  );
}
