import { api } from "../../api/client";
import { t } from "../../strings/reviews";
import { type Choice, Confirm } from "../../ui/Confirm";
import { Privilege } from "../../ui/Privilege";
import { Subject } from "../../ui/Subject";
import { useRead } from "../../ui/useRead";
import type { Item } from "./InboxPage";

/** Says who loses access, and when, before it is decided. */
export function RevokeDialog({ item, onClose, onRevoke }: { item: Item; onClose: () => void; onRevoke: (choice: Choice) => Promise<unknown> }) {
  const campaign = useRead(["campaign", item.campaign_id], () =>
    api().GET("/api/iam/v1/access-reviews/campaigns/{campaign}", { params: { path: { campaign: item.campaign_id } } }));
  const apply = campaign.data?.it.apply;
  const moment = apply === "at_once" ? t.atOnce
    : apply === "at_close" ? t.whenCampaignClosesUntil
    : t.atOnceOrWhen;
  return (
    <Confirm title={t.revokeGrant} act={t.revokeTitle} destructive keyless onClose={onClose} onConfirm={onRevoke}
      note={{ label: t.note, description: t.whyRecordDecisionKeeps }}>
      <strong><Subject of={item.subject} /></strong> {t.loses} {item.privilege_type} <Privilege of={item} />, {moment}{t.otherGrantsSameAccess}
    </Confirm>
  );
}
