import type { LinkProps } from "@tanstack/react-router";
import { t } from "../strings/app";

interface Tab {
  to: LinkProps["to"] & string;
  label: string;
  /** The permission of the control plane without which the page is not offered. */
  needs?: string;
  /** Addresses of single resources that belong to the page, and do not lie below it. */
  under?: string;
}

/** The entries of the menu, each with its tabs; never more than seven. */
export const PAGES: readonly { label: string; tabs: readonly Tab[] }[] = [
  { label: t.posture, tabs: [{ to: "/", label: t.posture }] },
  { label: t.ask, tabs: [{ to: "/ask", label: t.ask, needs: "iam:decisions.explain" }] },
  {
    label: t.access,
    tabs: [
      { to: "/people", label: t.people, needs: "iam:users.read" },
      { to: "/groups", label: t.groups, needs: "iam:groups.read" },
      { to: "/roles", label: t.roles, needs: "iam:roles.read" },
      { to: "/grants", label: t.grants, needs: "iam:grants.read" },
      { to: "/relations", label: t.relations, needs: "iam:relations.read" },
      { to: "/service-accounts", label: t.serviceAccounts, needs: "iam:service_accounts.read" },
      { to: "/applications", label: t.applications, needs: "iam:applications.read", under: "/manifests" },
    ],
  },
  {
    label: t.governance,
    tabs: [
      { to: "/reviews", label: t.reviews },
      { to: "/requests", label: t.accessRequests },
      { to: "/campaigns", label: t.campaigns, needs: "iam:access_review.manage" },
      { to: "/recommendations", label: t.recommendations, needs: "iam:least_privilege.view" },
      { to: "/anomalies", label: t.anomalies, needs: "iam:anomaly.view" },
    ],
  },
  {
    label: t.audit,
    tabs: [
      { to: "/audit", label: t.records, needs: "iam:audit.read" },
      { to: "/checkpoints", label: t.checkpoints, needs: "iam:audit.read" },
      { to: "/decisions", label: t.decisions, needs: "iam:decisions.read" },
    ],
  },
  {
    label: t.operate,
    tabs: [
      { to: "/webhooks", label: t.webhooks, needs: "iam:webhooks.read", under: "/deliveries" },
      { to: "/dead-letters", label: t.deadLetters, needs: "iam:webhooks.read" },
      { to: "/keys", label: t.signingKeys, needs: "iam:keys.read" },
      { to: "/health", label: t.health, needs: "iam:installation.read" },
    ],
  },
  { label: t.organization, tabs: [{ to: "/identity-provider", label: t.identityProvider, needs: "iam:identity_provider.read" }] },
];

export type Entry = (typeof PAGES)[number];

/** Whether an address is a page or belongs to it. */
export function isAt(path: string, { to, under }: Tab): boolean {
  return path === to || (to !== "/" && path.startsWith(`${to}/`)) || (under !== undefined && path.startsWith(`${under}/`));
}

export function entryOf(path: string): Entry | undefined {
  return PAGES.find((entry) => entry.tabs.some((tab) => isAt(path, tab)));
}

/** The entries and tabs that a person may use. */
export function offered(may: (permission?: string) => boolean): Entry[] {
  return PAGES.map((entry) => ({ ...entry, tabs: entry.tabs.filter((tab) => may(tab.needs)) })).filter((entry) => entry.tabs.length > 0);
}
