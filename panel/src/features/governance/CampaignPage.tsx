import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearch } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/governance";
import { type Act, Acts, once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { Filters } from "../../ui/Filters";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Note, Page, Section, When } from "../../ui/parts";
import { Privilege } from "../../ui/Privilege";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { useRead } from "../../ui/useRead";
import { count, number, percent } from "../../ui/words";
import { collect } from "../ask/collect";
import { inScope } from "./scope";

type Item = Schemas["ReviewItemView"];
type Campaign = Schemas["CampaignView"];
type DryRun = Schemas["DryRunView"];

const UNCONFIRMED: Record<Campaign["on_unconfirmed"], string> = { keep: t.keepGrant, suspend: t.suspendGrant, revoke: t.revokeGrant };

const DECISIONS = ["undecided", "certified", "revoked"];

const COLUMNS: Column<Item>[] = [
  { title: t.who, cell: (row) => <Subject of={row.subject} /> },
  { title: t.access, cell: (row) => <Privilege of={row} /> },
  { title: t.reviewer, cell: (row) => row.reviewer ? <Subject of={row.reviewer} /> : row.decision === "undecided" && !row.outcome ? <Nobody of={row} /> : "–" },
  { title: t.decision, cell: (row) => <Mark tone={row.decision === "certified" ? "allow" : row.decision === "revoked" ? "deny" : "plain"}>{row.decision}</Mark> },
  { title: t.decided, cell: (row) => row.decided_at ? <When at={row.decided_at} /> : "–" },
  { title: t.outcome, cell: (row) => row.outcome ?? "–" },
];

/** An item that the reviewers of its campaign may not decide, and the way to give it to another. */
function Nobody({ of }: { of: Item }) {
  return (
    <>
      {t.nobodyReviewsOwn}
      <Acts of={of.privilege_key} acts={[{
        name: t.nameReviewer, title: t.nameReviewerQuestion, needs: "iam:access_review.manage", keyless: true,
        effect: <>{t.decidesAbout} <strong><Subject of={of.subject} /></strong>, <Privilege of={of} />.</>,
        note: { label: t.reviewer, required: true, subject: true },
        run: ({ note }) => api().POST("/api/iam/v1/access-reviews/items/{item}/delegate", { params: { path: { item: of.id } }, body: { to: note } }),
      }]} />
    </>
  );
}

/** One campaign: its state, the effect of closing it now, and its items. */
export function CampaignPage() {
  const { campaign } = useParams({ from: "/campaigns/$campaign" });
  const path = { campaign };
  const read = useRead(["campaign", campaign], () => api().GET("/api/iam/v1/access-reviews/campaigns/{campaign}", { params: { path } }));
  const it = read.data?.it;
  return (
    <Page title={it?.name ?? t.campaign} aside={<Link to="/campaigns">{t.allCampaigns}</Link>}>
      {read.error && <ErrorNote error={read.error} onRetry={() => void read.refetch()} />}
      {it && (
        <>
          <Facts of={it} revision={read.data?.revision} />
          {it.status === "draft" && it.reviewer && <OwnItems of={it} reviewer={it.reviewer} />}
          <Items campaign={campaign} />
        </>
      )}
    </Page>
  );
}

function Facts({ of, revision }: { of: Campaign; revision?: string }) {
  const running = of.status === "running";
  const closing = useRead<DryRun | null>(["campaign", of.id, "dry-run", running], async () => running
    ? api().GET("/api/iam/v1/access-reviews/campaigns/{campaign}/dry-run", { params: { path: { campaign: of.id }, query: { limit: 1 } } })
    : { data: { data: null }, response: new Response() });
  const effect = closing.data?.it ?? undefined;
  return (
    <Section title={t.campaign} aside={<Acts acts={acts(of, revision, effect)} />}>
      <dl className="facts">
        <dt>{t.status}</dt><dd><Mark tone="plain">{of.status}</Mark></dd>
        <dt>{t.owner}</dt><dd><Subject of={of.owner} /></dd>
        <dt>{t.reviewer}</dt><dd>{of.reviewer_strategy === "manager" && t.managerElse} {of.reviewer ? <Subject of={of.reviewer} /> : <Subject of={of.owner} />}</dd>
        <dt>{t.scope}</dt><dd>{scope(of.scope_json)}</dd>
        <dt>{t.due}</dt><dd>{of.due_at ? <When at={of.due_at} /> : "–"}</dd>
        <dt>{t.items}</dt><dd>{number(of.items_created)}{running && <Mine campaign={of.id} />}</dd>
        {effect && effect.items > 0 && (
          <>
            <dt>{t.progress}</dt>
            <dd><progress aria-label={t.progress} max={effect.items} value={effect.items - effect.undecided} /> {t.ofDecided(number(effect.items - effect.undecided), number(effect.items))}</dd>
          </>
        )}
        <dt>{t.withoutDecision}</dt><dd>{UNCONFIRMED[of.on_unconfirmed]}</dd>
        {effect && <><dt>{t.ifYouCloseNow}</dt><dd>{losses(effect)}</dd></>}
      </dl>
      {closing.error && <ErrorNote error={closing.error} onRetry={() => void closing.refetch()} />}
    </Section>
  );
}

/** The grants that a campaign asks about, in words. */
function scope({ application_keys, privilege_types, subject_types, only_privileged }: Campaign["scope_json"]): string {
  const limits = [...application_keys, ...privilege_types, ...subject_types, ...(only_privileged ? [t.onlyPrivileged] : [])];
  return limits.join(", ") || t.allGrants;
}

/** The way to the own items of the person, if there are some. */
function Mine({ campaign }: { campaign: string }) {
  const { data } = useQuery({
    queryKey: ["inbox", campaign],
    queryFn: async () => (await body(api().GET("/api/iam/v1/access-reviews/inbox", { params: { query: { "filter[campaign]": campaign, limit: 1 } } }))).data.length,
  });
  return data ? <>, <Link to="/reviews">{t.thoseWaitYou}</Link></> : null;
}

/** Warns of a reviewer with access of the scope, before the campaign starts. */
function OwnItems({ of, reviewer }: { of: Campaign; reviewer: string }) {
  const { data } = useQuery({
    queryKey: ["grants", reviewer, "own", of.scope_json],
    queryFn: () => collect(async (cursor) => {
      const page = await body(api().GET("/api/iam/v1/grants", { params: { query: { "filter[subject]": reviewer, "filter[status]": "active", cursor, limit: 100 } } }));
      return { items: page.data.filter((grant) => inScope(of.scope_json, grant)), next: page.next_cursor };
    }),
    retry: false,
  });
  const own = data?.items;
  return own && own.length > 0
    ? <Note tone="step" title={t.reviewerHasAccess}><p>{own.map(({ privilege_key }) => privilege_key).join(", ")}. {t.nobodyReviewsOwn} {t.ownGoToOwner}</p></Note>
    : null;
}

const losses = (of: DryRun) => t.wouldBeRevokedSuspended(count(of.items, t.item), count(of.revoke, t.grant), number(of.suspend), percent(of.blast_radius));

function Items({ campaign }: { campaign: string }) {
  const search = useSearch({ from: "/campaigns/$campaign" });
  const list = useList<Item>(["campaign", campaign, "items", search], async (cursor) =>
    body(api().GET("/api/iam/v1/access-reviews/campaigns/{campaign}/items", { params: { path: { campaign }, query: { "filter[decision]": search.decision, cursor, limit: 50 } } })));
  return (
    <Section title={t.items}>
      <Filters filters={[{ name: "decision", label: t.decision, choices: DECISIONS }]} />
      <ListTable label={t.items} list={list} columns={COLUMNS} id={(row) => row.id} empty={<Empty title={search.decision ? t.noSuchItem : t.noItemYet}>{search.decision ? t.chooseAnother : t.openingCampaignMakesOne}</Empty>} />
    </Section>
  );
}

/** The acts that the state of a campaign allows; it closes only once the effect is known. */
function acts(of: Campaign, revision?: string, effect?: DryRun): Act[] {
  const params = (key: string) => ({ path: { campaign: of.id }, header: once(key, revision) });
  const cancel: Act = {
    name: t.cancelCampaign, title: t.cancelCampaignQuestion, needs: "iam:access_review.manage", destructive: true, cancel: t.keepIt, effect: t.endsWithoutDecisionAbout,
    run: ({ key }) => api().POST("/api/iam/v1/access-reviews/campaigns/{campaign}/cancel", { params: params(key) }),
  };
  if (of.status === "draft") {
    return [{
      name: t.start, title: t.startCampaign, needs: "iam:access_review.manage", effect: t.eachActiveGrantIts,
      run: ({ key }) => api().POST("/api/iam/v1/access-reviews/campaigns/{campaign}/open", { params: params(key) }),
    }, cancel];
  }
  if (of.status !== "running") return [];
  return effect ? [{
    name: t.close, title: t.closeCampaign, needs: "iam:access_review.manage", destructive: true,
    effect: <>{losses(effect)}.{effect.needs_confirmation && t.moreThanCampaignAllows} {t.cannotBeOpenedAgain}</>,
    run: ({ key }) => api().POST("/api/iam/v1/access-reviews/campaigns/{campaign}/close", { params: params(key), body: { confirmed: effect.needs_confirmation } }),
  }, cancel] : [cancel];
}
