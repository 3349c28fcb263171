import { t } from "../../strings/reviews";
import { type Choice, Confirm } from "../../ui/Confirm";
import { Privilege } from "../../ui/Privilege";
import { Subject } from "../../ui/Subject";
import { number } from "../../ui/words";
import type { Item } from "./deciding";

/** Says who loses access, and when, before it is decided. */
export function RevokeDialog({ items, onClose, onRevoke }: { items: Item[]; onClose: () => void; onRevoke: (choice: Choice) => Promise<unknown> }) {
  const [one, ...others] = items;
  if (!one) return null;
  const many = others.length > 0;
  return (
    <Confirm title={many ? t.revokeGrants(number(items.length)) : t.revokeGrant} act={many ? t.revokeSeveral(number(items.length)) : t.revokeTitle}
      destructive keyless onClose={onClose} onConfirm={onRevoke} note={{ label: t.note, description: many ? t.whyEachRecordKeeps : t.whyRecordDecisionKeeps }}>
      {many ? (
        <>
          {t.theseGrantsEnd} {moment(items)}{t.otherGrantsSameAccess}
          <ul className="ticked">{items.map((item) => <li key={item.id}><Subject of={item.subject} />, {item.privilege_type} <Privilege of={item} /></li>)}</ul>
        </>
      ) : (
        <><strong><Subject of={one.subject} /></strong> {t.loses} {one.privilege_type} <Privilege of={one} />, {moment(items)}{t.otherGrantsSameAccess}</>
      )}
    </Confirm>
  );
}

/** The moment at which the grants of items end, by their campaigns. */
function moment(items: Item[]): string {
  const [apply, ...others] = [...new Set(items.map(({ campaign }) => campaign?.apply))];
  return others.length > 0 ? t.atOnceOrWhen : apply === "at_once" ? t.atOnce : t.whenCampaignClosesUntil;
}
