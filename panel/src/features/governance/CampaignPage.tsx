import { useParams, Link } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { type Act, Acts, once } from "../../ui/Acts";
import { ErrorNote } from "../../ui/ErrorNote";
import { type Column, ListTable } from "../../ui/ListTable";
import { Empty, Mark, Page, Section, When } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { useList } from "../../ui/useList";
import { useRead } from "../../ui/useRead";
import { count, number, percent } from "../../ui/words";

type Item = Schemas["ReviewItemView"];
type Campaign = Schemas["CampaignView"];
type DryRun = Schemas["DryRunView"];

const COLUMNS: Column<Item>[] = [
  { title: "Who", cell: (row) => <Subject of={row.subject} /> },
  { title: "Access", cell: (row) => <span className="mono">{row.privilege_key}</span> },
  { title: "Reviewer", cell: (row) => row.reviewer ? <Subject of={row.reviewer} /> : "–" },
  { title: "Decision", cell: (row) => <Mark tone={row.decision === "certified" ? "allow" : row.decision === "revoked" ? "deny" : "plain"}>{row.decision}</Mark> },
  { title: "Decided", cell: (row) => row.decided_at ? <When at={row.decided_at} /> : "–" },
  { title: "Outcome", cell: (row) => row.outcome ?? "–" },
];

/** One campaign: its state, the effect of closing it now, and its items. */
export function CampaignPage() {
  const { campaign } = useParams({ from: "/campaigns/$campaign" });
  const path = { campaign };
  const read = useRead(["campaign", campaign], () => api().GET("/api/iam/v1/access-reviews/campaigns/{campaign}", { params: { path } }));
  const it = read.data?.it;
  return (
    <Page title={it?.name ?? "Campaign"} aside={<Link to="/campaigns">All campaigns</Link>}>
      {read.error && <ErrorNote error={read.error} onRetry={() => void read.refetch()} />}
      {it && (
        <>
          <Facts of={it} revision={read.data?.revision} />
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
    <Section title="Campaign" aside={<Acts acts={acts(of, revision, effect)} />}>
      <dl className="facts">
        <dt>Status</dt><dd><Mark tone={running ? "step" : "plain"}>{of.status}</Mark></dd>
        <dt>Owner</dt><dd><Subject of={of.owner} /></dd>
        <dt>Due</dt><dd>{of.due_at ? <When at={of.due_at} /> : "–"}</dd>
        <dt>Items</dt><dd>{number(of.items_created)}</dd>
        <dt>Without a decision</dt><dd>{of.on_unconfirmed}</dd>
        {effect && <><dt>Closed now</dt><dd>{losses(effect)}</dd></>}
      </dl>
      {closing.error && <ErrorNote error={closing.error} onRetry={() => void closing.refetch()} />}
    </Section>
  );
}

const losses = (of: DryRun) => `Of ${count(of.items, "item")}, ${count(of.revoke, "grant")} would be revoked and ${number(of.suspend)} suspended (${percent(of.blast_radius)})`;

function Items({ campaign }: { campaign: string }) {
  const list = useList<Item>(["campaign", campaign, "items"], async (cursor) =>
    body(api().GET("/api/iam/v1/access-reviews/campaigns/{campaign}/items", { params: { path: { campaign }, query: { cursor, limit: 50 } } })));
  return (
    <Section title="Items">
      <ListTable label="Items" list={list} columns={COLUMNS} id={(row) => row.id} empty={<Empty title="No item yet.">Opening the campaign makes one for each grant in its scope.</Empty>} />
    </Section>
  );
}

/** The acts that the state of a campaign allows; it closes only once the effect is known. */
function acts(of: Campaign, revision?: string, effect?: DryRun): Act[] {
  const params = (key: string) => ({ path: { campaign: of.id }, header: once(key, revision) });
  const cancel: Act = {
    name: "Cancel campaign", title: "Cancel this campaign?", needs: "iam:access_review.manage", destructive: true, effect: "It ends without a decision about what is open. Grants stay as they are.",
    run: ({ key }) => api().POST("/api/iam/v1/access-reviews/campaigns/{campaign}/cancel", { params: params(key) }),
  };
  if (of.status === "draft") {
    return [{
      name: "Open", title: "Open this campaign?", needs: "iam:access_review.manage", effect: "Each active grant in its scope becomes an item, and its reviewers are asked. No access changes yet.",
      run: ({ key }) => api().POST("/api/iam/v1/access-reviews/campaigns/{campaign}/open", { params: params(key) }),
    }, cancel];
  }
  if (of.status !== "running") return [];
  return effect ? [{
    name: "Close", title: "Close this campaign?", needs: "iam:access_review.manage", destructive: true,
    effect: <>{losses(effect)}.{effect.needs_confirmation && " That is more than the campaign allows without this confirmation."} It cannot be opened again.</>,
    run: ({ key }) => api().POST("/api/iam/v1/access-reviews/campaigns/{campaign}/close", { params: params(key), body: { confirmed: effect.needs_confirmation } }),
  }, cancel] : [cancel];
}
