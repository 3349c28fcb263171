import { Link } from "@tanstack/react-router";
import { api, body, type Schemas } from "../../api/client";
import { t } from "../../strings/reviews";
import { type Choice, Confirm } from "../../ui/Confirm";
import { Privilege } from "../../ui/Privilege";
import { Subject } from "../../ui/Subject";
import { type Many, Named } from "../../ui/Ticks";
import { count } from "../../ui/words";
import { type Act, actsOn } from "./keys";

export type Item = Schemas["ReviewItemView"];

/** Decides on an item, or takes its decision back; the item as it is then. */
export async function send(item: Item, act: Exclude<Act, "delegate">, note?: string): Promise<Item> {
  const params = { path: { item: item.id } };
  const { data } = await body(act === "reset"
    ? api().POST("/api/iam/v1/access-reviews/items/{item}/reset", { params })
    : api().POST(act === "certify" ? "/api/iam/v1/access-reviews/items/{item}/certify" : "/api/iam/v1/access-reviews/items/{item}/revoke",
      { params, body: note ? { note } : {} }));
  return { ...data, campaign: item.campaign };
}

/** Says who loses access, and when, before it is decided. */
export function RevokeDialog({ item, onClose, onRevoke }: { item: Item; onClose: () => void; onRevoke: (choice: Choice) => Promise<unknown> }) {
  return (
    <Confirm title={t.revokeGrant} act={t.revokeTitle} destructive keyless onClose={onClose} onConfirm={onRevoke} note={{ label: t.note, description: t.whyRecordDecisionKeeps }}>
      <strong><Subject of={item.subject} /></strong> {t.loses} {item.privilege_type} <Privilege of={item} />, {moment([item])}{t.otherGrantsSameAccess}
    </Confirm>
  );
}

const named = (item: Item) => <><Subject of={item.subject} />, {item.privilege_type} <Privilege of={item} /></>;

const listLink = (words: string, search: { decision?: string }, name: string, rest = ".") => <p>{words} <Link to="/reviews" search={search}>{name}</Link>{rest}</p>;

/** The decisions on several items; each item that has one is told. */
export const onTicked = (told: (item: Item) => void): Many<Item>[] => {
  const all = { can: () => true, keyless: true, named };
  return [{
    ...all, act: t.certifyTitle, label: t.certifyTicked, title: (n) => t.certifyGrants(count(n, t.grant)), tell: (n) => t.certifiedOnesOf(count(n, t.item)), more: listLink(t.decidedAreIn, { decision: "certified" }, t.certifiedOnes, t.canBeTakenBack),
    effect: (items) => <>{t.theyAreKept(items.length === 1)}<Named rows={items} named={named} /></>,
    run: async (item) => told(await send(item, "certify")),
  }, {
    ...all, act: t.revokeTitle, label: t.revokeTicked, title: (n) => t.revokeGrants(count(n, t.grant)), tell: (n) => t.revocationsOf(count(n, t.item)), more: listLink(t.decidedAreIn, { decision: "revoked" }, t.revokedOnes),
    effect: (items) => <>{t.theyEnd(items.length === 1)} {moment(items)}{t.otherGrantsSameAccess}<Named rows={items} named={named} /></>,
    run: async (item, { note }) => told(await send(item, "revoke", note)),
    destructive: true, note: { label: t.note, description: t.whyEachRecordKeeps },
  }];
};

/** Takes back the decisions on several items; each item that is open again is told. */
export const backOnTicked = (told: (item: Item) => void): Many<Item>[] => [{
  act: t.takeBack, label: t.takeBackTicked, can: (item) => actsOn(item).includes("reset"), keyless: true,
  title: (n) => t.takeBackDecisions(count(n, t.decision)), tell: (n) => t.undecidedAgainOf(count(n, t.item)), more: listLink(t.openAreIn, {}, t.open),
  effect: (items) => <>{t.theyAreOpenAgain(items.length === 1)}<Named rows={items} named={named} /></>,
  named, run: async (item) => told(await send(item, "reset")),
}];

/** The moment at which the grants of items end, by their campaigns. */
function moment(items: readonly Item[]): string {
  const [apply, ...others] = [...new Set(items.map(({ campaign }) => campaign?.apply))];
  return others.length > 0 ? t.atOnceOrWhen : apply === "at_once" ? t.atOnce : t.whenCampaignClosesUntil;
}
