import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/reviews";
import { Confirm } from "../../ui/Confirm";
import { ErrorNote } from "../../ui/ErrorNote";
import { Holder, Linked } from "../../ui/Linked";
import { May } from "../../ui/May";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Privilege } from "../../ui/Privilege";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { count, number } from "../../ui/words";
import { actsOn, afterDeciding, move, step } from "./keys";
import { RevokeDialog } from "./RevokeDialog";

export type Item = Schemas["ReviewItemView"];

/** The decision that the items of a list have. */
type Listed = Item["decision"];
const LISTS: { decision: Listed; search: { decision?: string }; name: string; title: string }[] = [
  { decision: "undecided", search: {}, name: t.open, title: t.yourOpenItems },
  { decision: "certified", search: { decision: "certified" }, name: t.certifiedOnes, title: t.certifiedItems },
  { decision: "revoked", search: { decision: "revoked" }, name: t.revokedOnes, title: t.revokedItems },
];

/** The reviewer's own items: the open ones to be decided by keyboard, and the decided ones. */
export function InboxPage() {
  const search = useSearch({ from: "/reviews" });
  const listed = LISTS.find(({ decision }) => decision === search.decision)?.decision ?? "undecided";
  return <Inbox key={listed} listed={listed} />;
}

function Inbox({ listed }: { listed: Listed }) {
  const queries = useQueryClient();
  const list = useList<Item>(["inbox", "items", listed], async (cursor) =>
    body(api().GET("/api/iam/v1/access-reviews/inbox", { params: { query: { "filter[decision]": listed, cursor, limit: 50 } } })));
  const [chosen, setChosen] = useState<string>();
  const ids = list.rows.map((row) => row.id);
  // The first one from the start. Where another's decision took the chosen one away, a key decides nothing.
  if (chosen === undefined && ids[0] !== undefined) setChosen(ids[0]);
  /** The first row is chosen where it stands; the page follows a key alone. */
  const moved = useRef(false);
  const [revoking, setRevoking] = useState<Item>();
  const [delegating, setDelegating] = useState<Item>();
  const [help, setHelp] = useState(false);
  const [said, setSaid] = useState<{ words: string; of: Item }>();
  const [decided, setDecided] = useState(0);
  const decide = useMutation({
    mutationFn: async ({ item, act, note }: { item: Item; act: "certify" | "revoke"; note?: string }) =>
      body(api().POST(act === "certify" ? "/api/iam/v1/access-reviews/items/{item}/certify" : "/api/iam/v1/access-reviews/items/{item}/revoke",
        { params: { path: { item: item.id } }, body: note ? { note } : {} })),
    onSuccess: async ({ data }, { item, act }) => {
      setSaid({ words: act === "certify" ? t.certified : t.revocationDecided, of: data });
      setChosen((was) => afterDeciding(ids, was, item.id));
      await queries.invalidateQueries({ queryKey: ["inbox"] });
      // With the row that goes, so that the sum stays.
      if (ids.includes(item.id)) setDecided((before) => before + 1);
      void queries.invalidateQueries({ queryKey: ["posture", "inbox"] });
    },
  });
  const delegate = async (item: Item, to: string) => {
    const { data } = await body(api().POST("/api/iam/v1/access-reviews/items/{item}/delegate", { params: { path: { item: item.id } }, body: { to } }));
    setSaid({ words: t.handedOver(to), of: data });
    setChosen((was) => afterDeciding(ids, was, item.id));
    await queries.invalidateQueries({ queryKey: ["inbox"] });
  };
  const certify = (item: Item) => decide.mutate({ item, act: "certify" });
  const selected = list.rows.find((row) => row.id === chosen);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const does = revoking || delegating ? undefined : move(event, /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
    if (!does) return;
    event.preventDefault();
    moved.current = true;
    if (does === "help") setHelp(!help);
    if (does === "next") setChosen(step(ids, chosen, 1));
    if (does === "previous") setChosen(step(ids, chosen, -1));
    if (!selected || !actsOn(selected).some((act) => act === does)) return;
    if (does === "certify" && !decide.isPending) certify(selected);
    if (does === "revoke") setRevoking(selected);
    if (does === "delegate") setDelegating(selected);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  useEffect(() => {
    if (moved.current) document.querySelector('tr[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const left = list.rows.length;
  const open = listed === "undecided";

  return (
    <Page title={t.reviews} aside={<Button size="compact-sm" variant="default" aria-expanded={help} onClick={() => setHelp(!help)}>{t.keys}{NBSP}<kbd>?</kbd></Button>}>
      {help && <p className="quiet" style={{ margin: 0 }}><kbd>j</kbd> <kbd>k</kbd> {t.nextPrevious} <kbd>c</kbd> {t.certify} <kbd>r</kbd> {t.revoke} <kbd>d</kbd> {t.handOver} <kbd>?</kbd> {t.help}</p>}
      <Section title={LISTS.find(({ decision }) => decision === listed)?.title ?? ""}
        aside={<span className="quiet">{open && decided > 0 ? t.ofDecided(number(decided), `${number(decided + left)}${list.hasNextPage ? "+" : ""}`) : left > 0 && count(left, t.item, list.hasNextPage)}</span>}>
        <p className="links" style={{ marginBottom: 8 }}>
          {LISTS.map(({ decision, search, name }) => <Link key={decision} to="/reviews" search={search} activeOptions={{ exact: true }}>{name}</Link>)}
        </p>
        {open && left > 0 && <p className="quiet" style={{ margin: "0 0 8px" }}>{t.doesEachThemStill} <Unconfirmed items={list.rows} /></p>}
        {/* A line of its own from the start: the rows stay where they are, under the pointer. */}
        <div className="said">
          <p role="status" className="quiet">{said && <>{said.words} <Subject of={said.of.subject} />, <Privilege of={said.of} /></>}</p>
          {said && said.of.decision === "certified" && actsOn(said.of).includes("revoke") && <Button size="compact-xs" variant="default" disabled={decide.isPending} onClick={() => setRevoking(said.of)}>{t.revokeInstead}</Button>}
          {said && said.of.decision === "revoked" && actsOn(said.of).includes("certify") && <Button size="compact-xs" variant="default" disabled={decide.isPending} onClick={() => certify(said.of)}>{t.certifyInstead}</Button>}
        </div>
        {decide.error && !revoking && <ErrorNote error={decide.error} doing="write" />}
        {list.error && list.rows.length === 0 ? <ErrorNote error={list.error} onRetry={() => void list.refetch()} />
          : list.isSuccess && list.rows.length === 0 ? <None listed={listed} />
          : <Items rows={list.rows} selected={selected} onSelect={setChosen} busy={decide.isPending} onCertify={certify} onRevoke={setRevoking} onDelegate={setDelegating} />}
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
          {t.theyDecideWhether} <strong><Subject of={delegating.subject} /></strong> {t.keeps} {delegating.privilege_type} <Privilege of={delegating} />{t.leavesYourList}
        </Confirm>
      )}
    </Page>
  );
}

const NBSP = "\u00a0";

function None({ listed }: { listed: Listed }) {
  return listed === "undecided"
    ? <Empty title={t.nothingReview}>{t.whenCampaignAsksYou} <May needs="iam:access_review.manage"><Link to="/campaigns">{t.prepareCampaign}</Link></May></Empty>
    : <Empty title={t.noSuchItem}>{t.itemsOfRunningCampaigns}</Empty>;
}

const KEPT: Record<Campaign["on_unconfirmed"], string> = t.unconfirmed;

type Campaign = NonNullable<Item["campaign"]>;

/** Says what comes of an item that stays undecided; where campaigns differ, of each of them. */
function Unconfirmed({ items }: { items: Item[] }) {
  const campaigns = [...new Map(items.flatMap(({ campaign_id, campaign }) => campaign ? [[campaign_id, campaign] as const] : [])).values()];
  const effects = [...new Set(campaigns.map(({ on_unconfirmed }) => on_unconfirmed))];
  if (effects.length === 0) return null;
  return (
    <strong>
      {t.undecidedOnDueDate} {effects.map((effect, i) => (
        <span key={effect}>
          {i > 0 && ", "}{KEPT[effect]}
          {effects.length > 1 && <> (<bdi>{campaigns.filter(({ on_unconfirmed }) => on_unconfirmed === effect).map(({ name }) => name).join(", ")}</bdi>)</>}
        </span>
      ))}.
    </strong>
  );
}

function Items(props: {
  rows: Item[]; selected?: Item; busy: boolean;
  onSelect: (id: string) => void; onCertify: (item: Item) => void; onRevoke: (item: Item) => void; onDelegate: (item: Item) => void;
}) {
  const acts = {
    certify: { name: t.certifyTitle, run: props.onCertify },
    revoke: { name: t.revokeDots, run: props.onRevoke },
    delegate: { name: t.handOverDots, run: props.onDelegate },
  };
  return (
    <div className="scroll" tabIndex={0} role="region" aria-label={t.items}>
      <table className="table wide listed">
        <thead>
          <tr><th scope="col">{t.who}</th><th scope="col">{t.has}</th><th scope="col">{t.campaign}</th><th scope="col">{t.signals}</th><th scope="col">{t.lastUsed}</th><th scope="col">{t.decide}</th></tr>
        </thead>
        <tbody>
          {props.rows.map((row) => (
            <tr key={row.id} aria-selected={row === props.selected} onClick={() => props.onSelect(row.id)}>
              <td data-title={t.who}><Holder of={row.subject} /></td>
              <td data-title={t.has}><div><Access of={row} /> <span className="quiet">{row.privilege_type}</span></div></td>
              <td data-title={t.campaign}><div>{row.campaign && <Asked by={row.campaign} id={row.campaign_id} />}</div></td>
              <td data-title={t.signals}><Signals of={row} /></td>
              <td data-title={t.lastUsed}>{row.signals.last_used_at ? <When at={row.signals.last_used_at} /> : row.signals.never_used ? t.never : t.unknown}</td>
              <td data-title={t.decide}>
                <div className="acts">
                  {actsOn(row).map((act) => <Button key={act} size="compact-xs" variant="default" disabled={props.busy} onClick={() => acts[act].run(row)}>{acts[act].name}</Button>)}
                  {row.outcome}
                </div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Access({ of }: { of: Item }) {
  return of.privilege_type === "role"
    ? <Linked needs="iam:roles.read" link={(name) => <Link to="/roles/$role" params={{ role: of.privilege_key }}>{name}</Link>}><Privilege of={of} /></Linked>
    : <Privilege of={of} />;
}

function Asked({ by, id }: { by: Campaign; id: string }) {
  return (
    <>
      <Linked needs="iam:access_review.manage" link={(name) => <Link to="/campaigns/$campaign" params={{ campaign: id }}>{name}</Link>}><bdi>{by.name}</bdi></Linked>{" "}
      <span className="quiet">{t.due} <When at={by.due_at} /></span>
    </>
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
