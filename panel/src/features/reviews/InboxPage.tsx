import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { api, body } from "../../api/client";
import { t } from "../../strings/reviews";
import { Confirm } from "../../ui/Confirm";
import { ErrorNote } from "../../ui/ErrorNote";
import { Holder, Linked } from "../../ui/Linked";
import { type Column, ListTable } from "../../ui/ListTable";
import { May } from "../../ui/May";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Privilege } from "../../ui/Privilege";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { count, number } from "../../ui/words";
import { backOnTicked, type Item, onTicked, RevokeDialog, send } from "./deciding";
import { type Act, actsOn, afterDeciding, move, step } from "./keys";

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
  /** Those that this person decided on this page. */
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set());
  const ids = list.rows.map((row) => row.id);
  // The first one from the start, and after several were decided. Where another's decision took the chosen one away, a key decides nothing.
  if ((chosen === undefined || (mine.has(chosen) && !ids.includes(chosen))) && ids[0] !== undefined) setChosen(ids[0]);
  /** The first row is chosen where it stands; the page follows a key alone. */
  const moved = useRef(false);
  const [revoking, setRevoking] = useState<Item>();
  const [delegating, setDelegating] = useState<Item>();
  const [help, setHelp] = useState(false);
  const [said, setSaid] = useState<{ words: string; of?: Item }>();
  const open = listed === "undecided";
  const readAgain = async () => {
    await queries.invalidateQueries({ queryKey: ["inbox"] });
    void queries.invalidateQueries({ queryKey: ["posture", "inbox"] });
  };
  const decide = useMutation({
    mutationFn: ({ item, act, note }: { item: Item; act: Exclude<Act, "delegate">; note?: string }) => send(item, act, note),
    onSuccess: async (after, { item, act }) => {
      const back = open && act === "reset";
      setSaid({ words: wordsOf(after), of: after });
      if (!back) setChosen((was) => afterDeciding(ids, was, item.id));
      await readAgain();
      // With the row that goes or comes, so that the sum stays.
      setMine((before) => new Set([...before].filter((id) => id !== item.id).concat(back ? [] : item.id)));
      if (back) setChosen(item.id);
    },
  });
  const several = (open ? onTicked : backOnTicked)(({ id }) => {
    setSaid(undefined);
    decide.reset();
    setMine((before) => new Set(before).add(id));
  });
  const delegate = async (item: Item, to: string) => {
    const { data } = await body(api().POST("/api/iam/v1/access-reviews/items/{item}/delegate", { params: { path: { item: item.id } }, body: { to } }));
    setSaid({ words: t.handedOver(to), of: data });
    setChosen((was) => afterDeciding(ids, was, item.id));
    await queries.invalidateQueries({ queryKey: ["inbox"] });
  };
  const run: Record<Act, (item: Item) => void> = {
    certify: (item) => decide.mutate({ item, act: "certify" }),
    reset: (item) => decide.mutate({ item, act: "reset" }),
    revoke: setRevoking,
    delegate: setDelegating,
  };
  const selected = list.rows.find((row) => row.id === chosen);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    // A box takes the space alone.
    const typing = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !target.matches("[type=checkbox]");
    const does = document.querySelector('[role="dialog"]') ? undefined : move(event, typing);
    if (!does) return;
    event.preventDefault();
    moved.current = true;
    if (does === "help") setHelp(!help);
    if (does === "next") setChosen(step(ids, chosen, 1));
    if (does === "previous") setChosen(step(ids, chosen, -1));
    if (does === "tick") document.querySelector<HTMLElement>('tr[aria-selected="true"] input.tick')?.click();
    if (!selected) return;
    const act = actsOn(selected).find((each) => each === does);
    if (act && !(act === "certify" && decide.isPending)) run[act](selected);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);
  useEffect(() => {
    if (moved.current) document.querySelector('tr[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  const left = ids.length;
  const decided = [...mine].filter((id) => !ids.includes(id)).length;
  const last = said?.of;

  return (
    <Page title={t.reviews} aside={<Button size="compact-sm" variant="default" aria-expanded={help} onClick={() => setHelp(!help)}>{t.keys}{NBSP}<kbd>?</kbd></Button>}>
      {help && <p className="quiet" style={{ margin: 0 }}><kbd>j</kbd> <kbd>k</kbd> {t.nextPrevious} <kbd>c</kbd> {t.certify} <kbd>r</kbd> {t.revoke} <kbd>d</kbd> {t.handOver} <kbd>x</kbd> {t.tick} <kbd>?</kbd> {t.help}</p>}
      <Section title={LISTS.find(({ decision }) => decision === listed)?.title ?? ""}
        aside={<span className="quiet">{open && decided > 0 ? t.ofDecided(number(decided), `${number(decided + left)}${list.hasNextPage ? "+" : ""}`) : left > 0 && count(left, t.item, list.hasNextPage)}</span>}>
        <p className="links" style={{ marginBottom: 8 }}>
          {LISTS.map(({ decision, search, name }) => <Link key={decision} to="/reviews" search={search} activeOptions={{ exact: true }}>{name}</Link>)}
        </p>
        {open && left > 0 && <p className="quiet" style={{ margin: "0 0 8px" }}>{t.doesEachThemStill} <Unconfirmed items={list.rows} /></p>}
        {/* A line of its own from the start: the rows stay where they are, under the pointer. */}
        <div className="said">
          <p role="status" className="quiet">{said?.words}{last && <> <Subject of={last.subject} />, <Privilege of={last} /></>}</p>
          {last && last.decision !== "undecided" && actsOn(last).map((act) => <Small key={act} disabled={decide.isPending} onClick={() => run[act](last)}>{INSTEAD[act]}</Small>)}
        </div>
        {decide.error && !revoking && <ErrorNote error={decide.error} doing="write" />}
        <ListTable label={t.items} list={list} columns={columns(decide.isPending, run)} id={({ id }) => id} empty={<None listed={listed} />}
          many={several} tickAll={!open} chosen={chosen} onChoose={setChosen} />
      </Section>
      {revoking && (
        <RevokeDialog item={revoking} onClose={() => setRevoking(undefined)} onRevoke={({ note }) => decide.mutateAsync({ item: revoking, act: "revoke", note })} />
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

const NAMES: Record<Act, string> = { certify: t.certifyTitle, revoke: t.revokeDots, reset: t.takeBack, delegate: t.handOverDots };
const INSTEAD: Record<Act, string> = { ...NAMES, certify: t.certifyInstead, revoke: t.revokeInstead };

const Small = (props: { disabled: boolean; onClick: () => void; children: ReactNode }) => <Button size="compact-xs" variant="default" {...props} />;

/** What has become of an item by a decision. */
const wordsOf = ({ decision, outcome }: Item) => decision === "certified" ? t.certified : decision === "undecided" ? t.undecidedAgain : outcome ? t.revokedAtOnce : t.revocationDecided;

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

const columns = (busy: boolean, run: Record<Act, (item: Item) => void>): Column<Item>[] => [
  { title: t.who, cell: (row) => <Holder of={row.subject} /> },
  { title: t.has, cell: (row) => <><Access of={row} /> <span className="quiet">{row.privilege_type}, {t.granted} <When at={row.signals.granted_at} /></span></> },
  { title: t.campaign, cell: (row) => row.campaign && <Asked by={row.campaign} id={row.campaign_id} /> },
  { title: t.signals, cell: (row) => <Signals of={row} /> },
  { title: t.lastUsed, cell: (row) => row.signals.last_used_at ? <When at={row.signals.last_used_at} /> : row.signals.never_used ? t.never : t.unknown },
  {
    title: t.decide,
    cell: (row) => (
      <div className="acts">
        {actsOn(row).map((act) => <Small key={act} disabled={busy} onClick={() => run[act](row)}>{NAMES[act]}</Small>)}
        {row.outcome && <span className="quiet">{t.atOnceForGood}</span>}
      </div>
    ),
  },
];

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
      <span className="quiet whole">{t.heldBy} {number(holders)}</span>
    </span>
  );
}
