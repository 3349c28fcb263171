import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, body } from "../../api/client";
import { t } from "../../strings/audit";
import { useMay } from "../../ui/May";
import { Note } from "../../ui/parts";
import { Subject } from "../../ui/Subject";
import { RoleOrPermission } from "./Story";

/** Those who can have grants. */
const HOLDER = /^(user|group|service_account):[^*]+$/;
const MOST = 100;
/** A longer line would push the records away. */
const SHOWN = 12;

/** The grants of the subject that records are looked for: a record of a grant is on the grant, and not on its subject. */
export function GrantsOf({ subject }: { subject: string }) {
  const may = useMay()("iam:grants.read");
  const { data } = useQuery({
    queryKey: ["grants", "of", subject],
    queryFn: () => body(api().GET("/api/iam/v1/grants", { params: { query: { "filter[subject]": subject, limit: MOST } } })),
    enabled: may && HOLDER.test(subject),
    retry: false,
  });
  if (!data) return null;
  // The oldest come first; those that were just made are looked for most.
  const grants = [...data.data].reverse().slice(0, SHOWN);
  const more = data.next_cursor || data.data.length > SHOWN;
  return (
    <div style={{ marginBottom: 12 }}>
      <Note tone="plain" title={<>{t.grantsOf} <Subject of={subject} /> {t.haveRecordsOfTheirOwn}</>}>
        <p>
          {grants.length === 0 && t.thereIsNoGrant}
          {grants.map((grant, i) => (
            <span key={grant.id}>
              {i > 0 && ", "}
              <Link to="/audit" search={{ target: `grant:${grant.id}` }}><RoleOrPermission of={grant} /></Link>
              {grant.status !== "active" && <> ({grant.status})</>}
            </span>
          ))}
          {more && <>, <Link to="/grants" search={{ subject }}>{t.all}</Link></>}
          {grants.length > 0 && "."}{" "}
          {t.membershipsToo} <Link to="/audit" search={{ type: "iam.group_member." }}>{t.membershipEvents}</Link>.
        </p>
      </Note>
    </div>
  );
}
