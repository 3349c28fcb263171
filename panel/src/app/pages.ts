import type { LinkProps } from "@tanstack/react-router";

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
  { label: "Posture", tabs: [{ to: "/", label: "Posture" }] },
  { label: "Ask", tabs: [{ to: "/ask", label: "Ask", needs: "iam:decisions.explain" }] },
  {
    label: "Access",
    tabs: [
      { to: "/people", label: "People", needs: "iam:users.read" },
      { to: "/groups", label: "Groups", needs: "iam:groups.read" },
      { to: "/roles", label: "Roles", needs: "iam:roles.read" },
      { to: "/grants", label: "Grants", needs: "iam:grants.read" },
      { to: "/relations", label: "Relations", needs: "iam:relations.read" },
      { to: "/service-accounts", label: "Service accounts", needs: "iam:service_accounts.read" },
      { to: "/applications", label: "Applications", needs: "iam:applications.read", under: "/manifests" },
    ],
  },
  {
    label: "Governance",
    tabs: [
      { to: "/reviews", label: "Reviews" },
      { to: "/requests", label: "Access requests" },
      { to: "/campaigns", label: "Campaigns", needs: "iam:access_review.manage" },
      { to: "/recommendations", label: "Recommendations", needs: "iam:least_privilege.view" },
      { to: "/anomalies", label: "Anomalies", needs: "iam:anomaly.view" },
    ],
  },
  {
    label: "Audit",
    tabs: [
      { to: "/audit", label: "Records", needs: "iam:audit.read" },
      { to: "/checkpoints", label: "Checkpoints", needs: "iam:audit.read" },
      { to: "/decisions", label: "Decisions", needs: "iam:decisions.read" },
    ],
  },
  {
    label: "Operate",
    tabs: [
      { to: "/webhooks", label: "Webhooks", needs: "iam:webhooks.read", under: "/deliveries" },
      { to: "/dead-letters", label: "Dead letters", needs: "iam:webhooks.read" },
      { to: "/keys", label: "Signing keys", needs: "iam:keys.read" },
      { to: "/health", label: "Health", needs: "iam:installation.read" },
    ],
  },
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
