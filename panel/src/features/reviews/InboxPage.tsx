import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/reviews";
import { Confirm } from "../../ui/Confirm";
import { ErrorNote } from "../../ui/ErrorNote";
import { May } from "../../ui/May";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { count, number } from "../../ui/words";
import { afterDeciding, move, step } from "./keys";
import { RevokeDialog } from "./RevokeDialog";

export type Item = Schemas["ReviewItemView"];

/** The reviewer's own open items, to be decided by keyboard. */
export function InboxPage() {
  const queries = useQueryClient();
  const list = useList<Item>(["inbox"], async (cursor) =>
    body(api().GET("/api/iam/v1/access-reviews/inbox", { params: { query: { cursor, limit: 50 } } })));
  const [chosen, setChosen] = useState<string>();
  const ids = list.rows.map((row) => row.id);
  const [revoking, setRevoking] = useState<Item>();
  const [delegating, setDelegating] = useState<Item>();
  const [help, setHelp] = useState(false);
  const [said, setSaid] = useState<{ words: string; of: Item }>();
  const decide = useMutation({
    mutationFn: async ({ item, act, note }: { item: Item; act: "certify" | "revoke"; note?: string }) =>
      body(api().POST(act === "certify" ? "/api/iam/v1/access-reviews/items/{item}/certify" : "/api/iam/v1/access-reviews/items/{item}/revoke",
        { params: { path: { item: item.id } }, body: note ? { note } : {} })),
    onSuccess: async (_, { item, act }) => {
      setSaid({ words: act === "certify" ? t.certified : t.revocationDecided, of: item });
      setChosen((was) => afterDeciding(ids, was, item.id));
      await queries.invalidateQueries({ queryKey: ["inbox"] });
      void queries.invalidateQueries({ queryKey: ["posture", "inbox"] });
    },
  });
  const delegate = async (item: Item, to: string) => {
    await api().POST("/api/iam/v1/access-reviews/items/{item}/delegate", { params: { path: { item: item.id } }, body: { to } });
    setSaid({ words: t.handedOver(to), of: item });
    setChosen((was) => afterDeciding(ids, was, item.id));
    await queries.invalidateQueries({ queryKey: ["inbox"] });
  };
  const selected = list.rows.find((row) => row.id === chosen);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const does = revoking || delegating ? undefined : move(event, /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    if (!does) return;
    event.preventDefault();
    if (does === "help") setHelp(!help);
    if (does === "next") setChosen(step(ids, chosen, 1));
    if (does === "previous") setChosen(step(ids, chosen, -1));
    if (does === "certify" && selected && !decide.isPending) decide.mutate({ item: selected, act: "certify" });
    if (does === "revoke" && selected) setRevoking(selected);
    if (does === "delegate" && selected) setDelegating(selected);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  useEffect(() => {
    document.querySelector('tr[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);

  return (
    <Page title={t.reviews} aside={<Button size="compact-sm" variant="default" aria-expanded={help} onClick={() => setHelp(!help)}>{t.keys} <kbd>?</kbd></Button>}>
      {help && <p className="quiet" style={{ margin: 0 }}><kbd>j</kbd> <kbd>k</kbd> {t.nextPrevious} <kbd>c</kbd> {t.certify} <kbd>r</kbd> {t.revoke} <kbd>d</kbd> {t.handOver} <kbd>?</kbd> {t.help}</p>}
      <Section title={t.yourOpenItems} aside={<span className="quiet">{list.rows.length > 0 && count(list.rows.length, t.item, list.hasNextPage)}</span>}>
        {list.rows.length > 0 && <p className="quiet" style={{ margin: "0 0 8px" }}>{t.doesEachThemStill}</p>}
        <p role="status" className="quiet" style={{ margin: said ? "0 0 8px" : 0 }}>{said && <>{said.words} <Subject of={said.of.subject} />, <span className="mono">{said.of.privilege_key}</span></>}</p>
        {decide.error && !revoking && <ErrorNote error={decide.error} doing="write" />}
        {list.error && list.rows.length === 0 ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
          : list.isSuccess && list.rows.length === 0 ? <Empty title={t.nothingReview}>{t.whenCampaignAsksYou} <May needs="iam:access_review.manage"><Link to="/campaigns">{t.prepareCampaign}</Link></May></Empty>
          : <Items rows={list.rows} selected={selected} onSelect={setChosen} busy={decide.isPending}
              onCertify={(item) => decide.mutate({ item, act: "certify" })} onRevoke={setRevoking} onDelegate={setDelegating} />}
        {list.error && list.rows.length > 0 && <ErrorNote error={list.error} onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())} />}
        {list.hasNextPage && <Button mt={12} variant="default" size="compact-md" onClick={() => void list.fetchNextPage()}>{t.showMore}</Button>}
      </Section>
      {revoking && (
        <RevokeDialog item={revoking} onClose={() => setRevoking(undefined)}
          onRevoke={({ note }) => decide.mutateAsync({ item: revoking, act: "revoke", note })} />
      )}
      {delegating && (
        <Confirm title={t.handItemOverAnother} act={t.handOverTitle} keyless onClose={() => setDelegating(undefined)}
          note={{ label: t.to, description: t.personWhoDoesNot, required: true, subject: true }}
          onConfirm={({ note }) => delegate(delegating, note)}>
          {t.theyDecideWhether} <strong><Subject of={delegating.subject} /></strong> {t.keeps} {delegating.privilege_type} <strong className="mono">{delegating.privilege_key}</strong>{t.leavesYourList}
        </Confirm>
      )}
    </Page>
  );
}

function Items(props: {
  rows: Item[]; selected?: Item; busy: boolean;
  onSelect: (id: string) => void; onCertify: (item: Item) => void; onRevoke: (item: Item) => void; onDelegate: (item: Item) => void;
}) {
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t.items}>
      <table className="table wide listed">
        <thead>
          <tr><th scope="col">{t.who}</th><th scope="col">{t.has}</th><th scope="col">{t.campaign}</th><th scope="col">{t.signals}</th><th scope="col">{t.lastUsed}</th><th scope="col">{t.decide}</th></tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.id} aria-selected={row === props.selected} onClick={() => props.onSelect(row.id)}>
              <td data-title={t.who}><Subject of={row.subject} /></td>
              <td data-title={t.has}><div><span className="mono">{row.privilege_key}</span> <span className="quiet">{row.privilege_type}</span></div></td>
              <td data-title={t.campaign}><div>{row.campaign && <><bdi>{row.campaign.name}</bdi> <span className="quiet">{t.due} <When at={row.campaign.due_at} /></span></>}</div></td>
              <td data-title={t.signals}><Signals of={row} /></td>
              <td data-title={t.lastUsed}>{row.signals.last_used_at ? <When at={row.signals.last_used_at} /> : row.signals.never_used ? t.never : t.unknown}</td>
              <td data-title={t.decide}>
                <div className="acts">
                  <Button size="compact-xs" variant="default" disabled={props.busy} onClick={() => props.onCertify(row)}>{t.certifyTitle}</Button>
                  <Button size="compact-xs" variant="default" disabled={props.busy} onClick={() => props.onRevoke(row)}>{t.revokeDots}</Button>
                  <Button size="compact-xs" variant="default" disabled={props.busy} onClick={() => props.onDelegate(row)}>{t.handOverDots}</Button>
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Signals({ of }: { of: Item }) {
  const { privileged, subject_active, never_used, holders } = of.signals;
  return (
    <span style={{ display: "inline-flex", flexWrap: "wrap", gap: 4 }}>
      {privileged && <Mark tone="step">{t.privileged}</Mark>}
      {!subject_active && <Mark tone="deny">{t.suspended}</Mark>}
      {never_used && <Mark tone="step">{t.neverUsed}</Mark>}
      <span className="quiet">{t.heldBy} {number(holders)}</span>
    </span>
  );
}
