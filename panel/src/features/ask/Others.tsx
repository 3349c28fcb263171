import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, body } from "../../api/client";
import { ErrorNote } from "../../ui/ErrorNote";
import { Section } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import type { CheckBody } from "./question";

const MOST = 50;

/** The two questions beside one: who else may, and what else may this subject do. Neither is recorded. */
export function Others({ asked }: { asked: CheckBody }) {
  const about = { ...(asked.resource && { object: asked.resource }), ...(asked.context && { context: asked.context }), limit: MOST };
  const who = useMutation({
    mutationFn: () => body(api().POST("/api/iam/v1/decisions/list-subjects", { body: { ...about, type: "user", permission: asked.permission } })),
  });
  const what = useMutation({
    mutationFn: () => body(api().POST("/api/iam/v1/decisions/list-permissions", { body: { ...about, subject: asked.subject } })),
  });
  return (
    <Section title="And others">
      <div style={{ display: "flex", flexWrap: "wrap", gap: 8 }}>
        <Button size="compact-sm" variant="default" loading={who.isPending} onClick={() => who.mutate()}>Which people may do this</Button>
        <Button size="compact-sm" variant="default" loading={what.isPending} onClick={() => what.mutate()}>What this subject may do</Button>
      </div>
      <div aria-live="polite" style={{ display: "grid", gap: 12, marginTop: 12 }}>
        {who.error && <ErrorNote error={who.error} />}
        {who.data && (
          <List title="Which people may do this" more={Boolean(who.data.next_cursor)}>
            {who.data.data.subjects.map((each) => `${each.type}:${each.id}`).map((subject) => (
              <li key={subject}><Link to="/ask" search={{ ...asked, context: undefined, subject }}><Subject of={subject} /></Link></li>
            ))}
          </List>
        )}
        {what.error && <ErrorNote error={what.error} />}
        {what.data && (
          <List title="What this subject may do" more={Boolean(what.data.next_cursor)}>
            {what.data.data.permissions.map((permission) => (
              <li key={permission}><Link to="/ask" search={{ ...asked, context: undefined, permission }} className="mono">{permission}</Link></li>
            ))}
          </List>
        )}
      </div>
    </Section>
  );
}

function List({ title, more, children }: { title: string; more: boolean; children: React.ReactNode[] }) {
  return (
    <div>
      <strong style={{ fontSize: "0.875rem" }}>{title}</strong>
      {children.length === 0 ? <p className="quiet" style={{ margin: 0 }}>{title.startsWith("Which") ? "No one." : "Nothing."}</p>
        : <ul style={{ margin: "4px 0 0", paddingLeft: 20, fontSize: "0.875rem" }}>{children}</ul>}
      {more && <p className="quiet" style={{ margin: 0 }}>These are the first {MOST}.</p>}
    </div>
  );
}
