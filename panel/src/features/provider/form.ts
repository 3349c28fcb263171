import type { Schemas } from "../../api/client";
import { t } from "../../strings/provider";
import { type Draft, lined, lines, type Lists } from "../../ui/drafts";
import { pairsOf } from "../../ui/Pairs";

export type Provider = Schemas["IdentityProviderView"];
type Body = Schemas["IdentityProviderRequest"];

export const NAMES = {
  name: t.name, issuer: t.issuer, client_id: t.clientId, client_secret: t.clientSecret, token_endpoint_auth_method: t.authMethod, id_token_alg: t.algorithm, scopes: t.scopes,
  required_claims: t.requiredClaims, create_users: t.createPeople, "link.claim": t.linkClaim, "link.verified_claim": t.linkVerified,
  groups_claim: t.groupsClaim, groups: t.groups, aal2_amr: t.amr, aal2_acr: t.acr,
};
export type Member = keyof typeof NAMES;

/** Pairs of which something is typed. */
const filled = (text: string) => pairsOf(text).map(([a, b]) => [a.trim(), b.trim()] as const).filter(([a, b]) => a || b);
const pairLines = (text: string) => filled(text).map((pair) => pair.join("\t"));

/** The scopes of a text, by space alone: a comma can be part of one. */
const scopesOf = (text: string) => text.split(/\s+/).filter(Boolean);

/** No `aal2_acr`: its order counts, as a step-up asks for the first. */
export const LISTS: Lists<Member> = { scopes: scopesOf, required_claims: pairLines, groups: pairLines, aal2_amr: lines };

/** The draft of a provider, or of none; the secret is never read, and stays while it is empty. */
export function draftOf(it?: Provider | null): Draft<Member> {
  return {
    name: it?.name ?? "", issuer: it?.issuer ?? "", client_id: it?.client_id ?? "", client_secret: "", token_endpoint_auth_method: it?.token_endpoint_auth_method ?? "", id_token_alg: it?.id_token_alg ?? "RS256",
    scopes: lined(it?.scopes ?? []),
    required_claims: lined(Object.entries(it?.required_claims ?? {}).flatMap(([claim, values]) => values.map((value) => `${claim}\t${value}`))),
    create_users: String(it?.create_users ?? false),
    "link.claim": it?.link?.claim ?? "", "link.verified_claim": it?.link?.verified_claim ?? "",
    groups_claim: it?.groups_claim ?? "", groups: lined(Object.entries(it?.groups ?? {}).map((pair) => pair.join("\t"))),
    aal2_amr: lined(it?.aal2_amr ?? []), aal2_acr: (it?.aal2_acr ?? []).join("\n"),
  };
}

export function bodyOf(draft: Draft<Member>): Body {
  const text = (member: Member) => draft[member].trim() || undefined;
  const claims = new Map<string, string[]>();
  for (const [claim, value] of filled(draft.required_claims)) claims.set(claim, [...(claims.get(claim) ?? []), value]);
  const link = text("link.claim") || text("link.verified_claim");
  return {
    name: draft.name.trim(), issuer: issuerOf(draft), client_id: draft.client_id.trim(), client_secret: draft.client_secret || undefined,
    token_endpoint_auth_method: (text("token_endpoint_auth_method") ?? null) as Body["token_endpoint_auth_method"],
    id_token_alg: draft.id_token_alg as Provider["id_token_alg"], scopes: scopesOf(draft.scopes),
    required_claims: Object.fromEntries(claims), create_users: draft.create_users === "true",
    link: link ? { claim: draft["link.claim"].trim(), verified_claim: draft["link.verified_claim"].trim() } : undefined,
    groups_claim: text("groups_claim"), groups: Object.fromEntries(filled(draft.groups)),
    aal2_amr: lines(draft.aal2_amr), aal2_acr: lines(draft.aal2_acr),
  };
}

/** The issuer, also where the address of its discovery document was pasted. */
export const issuerOf = (draft: Draft<Member>) => draft.issuer.trim().replace(/\/\.well-known\/openid-configuration$/, "");

/** A half of a pair says nothing, and of two groups for one value only one would be kept. */
export function faultsOf(draft: Draft<Member>): Partial<Draft<Member>> {
  const faults: Partial<Draft<Member>> = {};
  for (const member of ["required_claims", "groups"] as const) {
    if (filled(draft[member]).some(([a, b]) => !a || !b)) faults[member] = t.fillBoth;
  }
  const values = filled(draft.groups).map(([value]) => value);
  if (new Set(values).size < values.length) faults.groups = t.valueTwice;
  return faults;
}

/** How a text is shown where versions are compared. */
export function shown(text: string, member: Member): string {
  if (member === "client_secret") return text && t.secretHidden;
  if (member === "create_users") return text === "true" ? t.yes : t.no;
  return text.replaceAll("\t", member === "groups" ? " → " : " = ");
}
