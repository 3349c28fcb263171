import type { Item, Schemas } from "../../api/client";

type Grant = Pick<Item<"/api/iam/v1/grants">, "effect" | "application" | "privilege_key" | "privilege_type" | "subject">;
type Scope = Pick<Schemas["ScopeView"], "application_keys" | "privilege_types" | "subject_types">;

/** True if a campaign asks about a grant, as far as the grant itself says: the application is that of the grant, or of what it gives. */
export function inScope({ application_keys, privilege_types, subject_types }: Scope, grant: Grant): boolean {
  const within = (limits: readonly string[], ...values: (string | null | undefined)[]) => limits.length === 0 || values.some((value) => limits.includes(value ?? ""));
  return grant.effect === "permit" && within(application_keys, grant.application, grant.privilege_key.split(":")[0])
    && within(privilege_types, grant.privilege_type) && within(subject_types, grant.subject.split(":")[0]);
}
