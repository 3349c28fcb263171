import { Button, Textarea, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../api/client";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/roles";
import { type Act, Acts, once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { May } from "../../ui/May";
import { Note, Page, Section } from "../../ui/parts";
import { useRead } from "../../ui/useRead";
import { bodyOf, clashes, type Draft, draftOf, merged } from "./edit";
import { Kind, type Role } from "./RolesPage";

/** One role; those of the organization can be changed here. */
export function RolePage() {
  const { role } = useParams({ from: "/roles/$role" });
  const navigate = useNavigate();
  const read = useRead(["role", role], () => readRole(role));
  const it = read.data?.it;
  return (
    <Page title={it?.label ?? t.role} aside={<Link to="/roles">{t.allRoles}</Link>}>
      {read.error && <ErrorNote error={read.error} onRetry={() => void read.refetch()} />}
      {it && (
        <>
          <Section title={t.role} aside={it.application ? undefined : <Acts acts={[removal(it, read.data?.revision, () => void navigate({ to: "/roles" }))]} />}>
            <dl className="facts">
              <dt>{t.key}</dt><dd className="mono">{it.key}</dd>
              <dt>{t.kind}</dt><dd><Kind of={it} /></dd>
              <dt>{t.from}</dt><dd>{it.application ? <>{t.manifest} <Link to="/applications/$application" params={{ application: it.application }}>{it.application}</Link>{t.whichAloneChanges}</> : t.yourOrganization}</dd>
              <dt>{t.status}</dt><dd>{it.status}</dd>
              <dt>{t.permissions}</dt><dd className="mono">{it.permissions.join(", ") || "–"}</dd>
              <dt>{t.includes}</dt><dd className="mono">{it.includes.join(", ") || "–"}</dd>
              <dt>{t.holders}</dt><dd><Link to="/grants" search={{ key: it.key, status: "active" }}>{t.whoHas}</Link><May needs="iam:grants.manage">, <Link to="/grants/new" search={{ key: it.key }}>{t.giveSomeone}</Link></May></dd>
            </dl>
          </Section>
          {!it.application && <Edit key={it.key} role={it} revision={read.data?.revision} />}
        </>
      )}
    </Page>
  );
}

const readRole = (role: string) => api().GET("/api/iam/v1/roles/{role}", { params: { path: { role } } });

/** A version of the role, with the revision that a change of it sends back. */
interface Version {
  draft: Draft;
  revision?: string;
}

function Edit({ role, revision }: { role: Role; revision?: string }) {
  const queries = useQueryClient();
  // The version that the person began from, also when the page reads a newer one.
  const [base, setBase] = useState<Version>({ draft: draftOf(role), revision });
  const [draft, setDraft] = useState(base.draft);
  const [theirs, setTheirs] = useState<Version>();
  const save = useMutation({
    mutationFn: async ({ over, key }: { over: Version; key: string }) => {
      try {
        return await api().PATCH("/api/iam/v1/roles/{role}", {
          params: { path: { role: role.key }, header: once(key, over.revision) }, body: bodyOf(draft),
        });
      } catch (failure) {
        if (!(failure instanceof ApiError && failure.problem.status === 412)) throw failure;
        const now = await readRole(role.key);
        if (now.data) setTheirs({ draft: draftOf(now.data.data), revision: now.response.headers.get("ETag") ?? undefined });
        return undefined;
      }
    },
    onSuccess: async (answer) => {
      if (!answer?.data) return;
      begin({ draft: draftOf(answer.data.data), revision: answer.response.headers.get("ETag") ?? undefined });
      await queries.invalidateQueries();
    },
  });
  const begin = (from: Version, now = from.draft) => {
    setBase(from);
    setDraft(now);
    setTheirs(undefined);
  };
  const send = (over: Version) => save.mutate({ over, key: crypto.randomUUID() });
  const field = (member: keyof Draft) => ({
    value: draft[member],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setDraft((before) => ({ ...before, [member]: value }));
    },
  });
  return (
    <Section title={t.change}>
      <form style={{ display: "grid", gap: 12 }} onSubmit={(event) => { event.preventDefault(); send(base); }}>
        <TextInput required label={t.name} {...field("label")} />
        <Textarea label={t.permissions} description={t.oneLine} autosize minRows={2} {...field("permissions")} />
        <Textarea label={t.includesAllTheseRoles} description={t.oneLine} autosize minRows={1} {...field("includes")} />
        {!theirs && <div className="acts"><Button type="submit" size="compact-md" loading={save.isPending}>{t.save}</Button><span className="quiet">{t.holdersGainLoseAccess}</span></div>}
        <div aria-live="polite">{save.error && <ErrorNote error={save.error} doing="write" />}</div>
      </form>
      {theirs && (
        <Note tone="step" title={t.someoneChangedRoleWhile}>
          <Versions base={base.draft} theirs={theirs.draft} yours={draft} />
          <div className="acts">
            <Button size="compact-sm" onClick={() => begin(theirs, merged(base.draft, theirs.draft, draft))}>{t.putBothTogether}</Button>
            <Button size="compact-sm" variant="default" onClick={() => begin(theirs)}>{t.takeTheirs}</Button>
            <Button size="compact-sm" variant="default" onClick={() => begin(theirs, draft)}>{t.goWithYours}</Button>
          </div>
          <p className="quiet">{t.nothingSavedUntilYou}</p>
        </Note>
      )}
    </Section>
  );
}

function Versions({ base, theirs, yours }: { base: Draft; theirs: Draft; yours: Draft }) {
  const found = clashes(base, theirs, yours);
  if (found.length === 0) return <p>{t.bothVersionsSaySame}</p>;
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t.bothVersions}>
      <table className="table wide diff">
        <thead><tr><th scope="col">{t.member}</th><th scope="col">{t.whenYouBegan}</th><th scope="col">{t.theirsSaved}</th><th scope="col">{t.yoursNotSaved}</th></tr></thead>
        <tbody>
          {found.map((each) => (
            <tr key={each.member}>
              <td>{each.member}</td><td><bdi>{each.before}</bdi></td><td className={each.theirs === each.before ? undefined : "new"}><bdi>{each.theirs}</bdi></td><td className={each.yours === each.before ? undefined : "new"}><bdi>{each.yours}</bdi></td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const removal = (role: Role, revision: string | undefined, leave: () => void): Act => ({
  name: t.delete, title: t.deleteRole, needs: "iam:roles.manage", destructive: true,
  effect: <>{t.roleTitle} <strong className="mono">{role.key}</strong> {t.removedMustNotBe}</>,
  run: async ({ key }) => {
    await api().DELETE("/api/iam/v1/roles/{role}", { params: { path: { role: role.key }, header: once(key, revision) } });
    leave();
  },
});
