import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { api, body } from "../../api/client";
import { t } from "../../strings/ask";
import { ErrorNote } from "../../ui/ErrorNote";
import { Section } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { collect } from "./collect";
import type { CheckBody } from "./question";

const MOST = 50;

/** The two questions beside one: who else may, and what else may this subject do. Neither is recorded. */
export function Others({ asked }: { asked: CheckBody }) {
  const about = { ...(asked.resource && { object: asked.resource }), ...(asked.context && { context: asked.context }), limit: MOST };
  const who = useMutation({
    mutationFn: async () => {
      const found = await collect(async (cursor) => {
        const page = await body(api().POST("/api/iam/v1/decisions/list-subjects", { body: { ...about, cursor, type: "user", permission: asked.permission } }));
        return { items: page.data.subjects.map(({ id }) => id), next: page.next_cursor };
      });
      return { ...found, ids: await externalIds(found.items) };
    },
  });
  const what = useMutation({
    mutationFn: () => collect(async (cursor) => {
      const page = await body(api().POST("/api/iam/v1/decisions/list-permissions", { body: { ...about, cursor, subject: asked.subject } }));
      return { items: page.data.permissions, next: page.next_cursor };
    }),
  });
  const search = { ...asked, context: asked.context && JSON.stringify(asked.context) };
  return (
    <Section title={t.whoElseWhatElse}>
      <div style={{ display: "flex", flexWrap: "wrap", gap: 8 }}>
        <Button size="compact-sm" variant="default" loading={who.isPending} onClick={() => who.mutate()}>{t.whichPeopleMayDo}</Button>
        <Button size="compact-sm" variant="default" loading={what.isPending} onClick={() => what.mutate()}>{t.whatSubjectMayDo}</Button>
      </div>
      <div aria-live="polite" style={{ display: "grid", gap: 12, marginTop: 12 }}>
        {who.error && <ErrorNote error={who.error} onRetry={() => who.mutate()} />}
        {who.data && (
          <List title={t.whichPeopleMayDo} none={t.noOne} more={who.data.more}>
            {who.data.items.map((id) => (
              <li key={id}><Link to="/ask" search={{ ...search, subject: `user:${id}` }}><Subject of={`user:${id}`} /></Link> <span className="mono quiet">{who.data.ids.get(id)}</span></li>
            ))}
          </List>
        )}
        {what.error && <ErrorNote error={what.error} onRetry={() => what.mutate()} />}
        {what.data && (
          <List title={t.whatSubjectMayDo} none={t.nothing} more={what.data.more}>
            {what.data.items.map((permission) => (
              <li key={permission}><Link to="/ask" search={{ ...search, permission }} className="mono">{permission}</Link></li>
            ))}
          </List>
        )}
      </div>
    </Section>
  );
}

/** The ids of people in their own systems, which tell those of one name apart; none where people may not be read. */
async function externalIds(of: string[]): Promise<Map<string, string | null>> {
  const ids = of.filter((id) => /^[0-9a-f-]{36}$/.test(id));
  if (ids.length === 0) return new Map();
  return body(api().GET("/api/iam/v1/users", { params: { query: { "filter[id]": ids.join(","), limit: 100 } } }))
    .then(({ data }) => new Map(data.map(({ id, external_id }) => [id, external_id])), () => new Map());
}

function List({ title, none, more, children }: { title: string; none: string; more: boolean; children: ReactNode[] }) {
  return (
    <div>
      <strong style={{ fontSize: "0.875rem" }}>{title}</strong>
      {children.length === 0 ? <p className="quiet" style={{ margin: 0 }}>{more ? t.noneFoundSoFar : none}</p>
        : <ul style={{ margin: "4px 0 0", paddingLeft: 20, fontSize: "0.875rem" }}>{children}</ul>}
      {more && children.length > 0 && <p className="quiet" style={{ margin: 0 }}>{t.thereMayBeMore}</p>}
    </div>
  );
}
