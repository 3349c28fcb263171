import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import { SIGNED_OUT } from "../auth/flow";
import { t } from "../strings/app";
import { Empty, Page } from "../ui/parts";
import { Root } from "./Root";

const root = createRootRoute({
  component: Root,
  notFoundComponent: () => (
    <Page title={t.noSuchPage}>
      <Empty title={t.thereNothingAtAddress}>{t.choosePageLeft}</Empty>
    </Page>
  ),
});

/** Keeps the text parameters that a page knows; anything else in the address is left out. */
function texts<K extends string>(...names: K[]) {
  return (search: Record<string, unknown>): Partial<Record<K, string>> => {
    const kept: Partial<Record<K, string>> = {};
    for (const name of names) {
      const value = search[name];
      if (value !== undefined && value !== null && value !== "") {
        kept[name] = typeof value === "object" ? JSON.stringify(value) : String(value);
      }
    }
    return kept;
  };
}

const below = { getParentRoute: () => root };
const posture = createRoute({ ...below, path: "/", validateSearch: texts("window"), component: lazyRouteComponent(() => import("../features/posture/PosturePage"), "PosturePage") });
const ask = createRoute({ ...below, path: "/ask", validateSearch: texts("subject", "permission", "resource", "context"), component: lazyRouteComponent(() => import("../features/ask/AskPage"), "AskPage") });
const reviews = createRoute({ ...below, path: "/reviews", validateSearch: texts("decision"), component: lazyRouteComponent(() => import("../features/reviews/InboxPage"), "InboxPage") });
const decisions = createRoute({ ...below, path: "/decisions", validateSearch: texts("except_app", "outcome", "key", "subject", "from", "to"), component: lazyRouteComponent(() => import("../features/decisions/DecisionsPage"), "DecisionsPage") });
const decision = createRoute({ ...below, path: "/decisions/$decision", component: lazyRouteComponent(() => import("../features/decisions/DecisionPage"), "DecisionPage") });
const audit = createRoute({ ...below, path: "/audit", validateSearch: texts("type", "actor", "target", "from", "to"), component: lazyRouteComponent(() => import("../features/audit/AuditPage"), "AuditPage") });
const record = createRoute({ ...below, path: "/audit/$event", component: lazyRouteComponent(() => import("../features/audit/RecordPage"), "RecordPage") });
const checkpoints = createRoute({ ...below, path: "/checkpoints", component: lazyRouteComponent(() => import("../features/audit/CheckpointsPage"), "CheckpointsPage") });
const grants = createRoute({ ...below, path: "/grants", validateSearch: texts("subject", "key", "status"), component: lazyRouteComponent(() => import("../features/grants/GrantsPage"), "GrantsPage") });
const newGrant = createRoute({ ...below, path: "/grants/new", validateSearch: texts("subject", "kind", "key", "resource"), component: lazyRouteComponent(() => import("../features/grants/NewGrantPage"), "NewGrantPage") });
const people = createRoute({ ...below, path: "/people", validateSearch: texts("q", "status"), component: lazyRouteComponent(() => import("../features/people/PeoplePage"), "PeoplePage") });
const person = createRoute({ ...below, path: "/people/$user", component: lazyRouteComponent(() => import("../features/people/PersonPage"), "PersonPage") });
const groups = createRoute({ ...below, path: "/groups", component: lazyRouteComponent(() => import("../features/groups/GroupsPage"), "GroupsPage") });
const group = createRoute({ ...below, path: "/groups/$group", component: lazyRouteComponent(() => import("../features/groups/GroupPage"), "GroupPage") });
const roles = createRoute({ ...below, path: "/roles", validateSearch: texts("application"), component: lazyRouteComponent(() => import("../features/roles/RolesPage"), "RolesPage") });
const campaigns = createRoute({ ...below, path: "/campaigns", component: lazyRouteComponent(() => import("../features/governance/CampaignsPage"), "CampaignsPage") });
const recommendations = createRoute({ ...below, path: "/recommendations", component: lazyRouteComponent(() => import("../features/governance/RecommendationsPage"), "RecommendationsPage") });
const anomalies = createRoute({ ...below, path: "/anomalies", component: lazyRouteComponent(() => import("../features/governance/AnomaliesPage"), "AnomaliesPage") });
const deadLetters = createRoute({ ...below, path: "/dead-letters", component: lazyRouteComponent(() => import("../features/webhooks/DeadLettersPage"), "DeadLettersPage") });
const campaign = createRoute({ ...below, path: "/campaigns/$campaign", validateSearch: texts("decision"), component: lazyRouteComponent(() => import("../features/governance/CampaignPage"), "CampaignPage") });
const requests = createRoute({ ...below, path: "/requests", validateSearch: texts("status"), component: lazyRouteComponent(() => import("../features/requests/RequestsPage"), "RequestsPage") });
const applications = createRoute({ ...below, path: "/applications", validateSearch: texts("status"), component: lazyRouteComponent(() => import("../features/applications/ApplicationsPage"), "ApplicationsPage") });
const application = createRoute({ ...below, path: "/applications/$application", component: lazyRouteComponent(() => import("../features/applications/ApplicationPage"), "ApplicationPage") });
const manifest = createRoute({ ...below, path: "/manifests/$manifest", component: lazyRouteComponent(() => import("../features/applications/ManifestPage"), "ManifestPage") });
const keys = createRoute({ ...below, path: "/keys", validateSearch: texts("purpose", "status"), component: lazyRouteComponent(() => import("../features/operate/KeysPage"), "KeysPage") });
const webhooks = createRoute({ ...below, path: "/webhooks", validateSearch: texts("status"), component: lazyRouteComponent(() => import("../features/webhooks/WebhooksPage"), "WebhooksPage") });
const healthPage = createRoute({ ...below, path: "/health", component: lazyRouteComponent(() => import("../features/operate/HealthPage"), "HealthPage") });
const provider = createRoute({ ...below, path: "/identity-provider", component: lazyRouteComponent(() => import("../features/provider/ProviderPage"), "ProviderPage") });
const webhook = createRoute({ ...below, path: "/webhooks/$webhook", component: lazyRouteComponent(() => import("../features/webhooks/WebhookPage"), "WebhookPage") });
const delivery = createRoute({ ...below, path: "/deliveries/$delivery", component: lazyRouteComponent(() => import("../features/webhooks/DeliveryPage"), "DeliveryPage") });
const serviceAccounts = createRoute({ ...below, path: "/service-accounts", validateSearch: texts("status"), component: lazyRouteComponent(() => import("../features/accounts/ServiceAccountsPage"), "ServiceAccountsPage") });
const serviceAccount = createRoute({ ...below, path: "/service-accounts/$account", component: lazyRouteComponent(() => import("../features/accounts/ServiceAccountPage"), "ServiceAccountPage") });
const relations = createRoute({ ...below, path: "/relations", validateSearch: texts("subject", "relation", "object", "for"), component: lazyRouteComponent(() => import("../features/relations/RelationsPage"), "RelationsPage") });
const model = createRoute({ ...below, path: "/relations/models/$application", component: lazyRouteComponent(() => import("../features/relations/ModelPage"), "ModelPage") });
const me = createRoute({ ...below, path: "/me", component: lazyRouteComponent(() => import("../features/me/MePage"), "MePage") });
const role = createRoute({ ...below, path: "/roles/$role", component: lazyRouteComponent(() => import("../features/roles/RolePage"), "RolePage") });
const signedOut = createRoute({ ...below, path: SIGNED_OUT, component: StillIn });

/** Seen by a person whose session is there after all. */
function StillIn() {
  return (
    <Page title={t.youSigned}>
      <Empty title={t.signServiceStillHas}>{t.logOutEndOr}</Empty>
    </Page>
  );
}

export const router = createRouter({
  routeTree: root.addChildren([
    posture, me, ask, reviews, decisions, decision, audit, record, checkpoints, people, person, groups, group, roles, role, grants, newGrant,
    relations, model, serviceAccounts, serviceAccount, webhooks, webhook, delivery, campaigns, campaign, recommendations, anomalies, requests, applications, application, manifest, deadLetters, keys, healthPage, provider, signedOut,
  ]),
  defaultPreload: "intent",
  scrollRestoration: true,
  // Parameters are texts as they stand: JSON would put quotes around "5".
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
    const text = new URLSearchParams(entries as [string, string][]).toString();
    return text ? `?${text}` : "";
  },
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
