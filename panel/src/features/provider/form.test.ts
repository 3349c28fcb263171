import { expect, test } from "vitest";
import { clashes, merged } from "../../ui/drafts";
import { bodyOf, draftOf, faultsOf, issuerOf, LISTS, type Provider, shown } from "./form";

const provider: Provider = {
  name: "Acme", issuer: "https://login.acme.example", client_id: "iam", token_endpoint_auth_method: "client_secret_post", closing: false, id_token_alg: "ES256", scopes: ["profile"],
  required_claims: { hd: ["acme.example", "acme.org"] }, create_users: true, link: null, groups_claim: "roles",
  groups: { "CN=staff,OU=x": "employees" }, aal2_acr: [], aal2_amr: ["mfa"],
  redirect_uri: "", backchannel_logout_uri: "", created_at: "2026-01-01T00:00:00Z",
};

test("a draft is the provider again, and leaves the secret alone", () => {
  const { redirect_uri: _r, backchannel_logout_uri: _b, created_at: _c, closing: _o, link: _l, ...rest } = provider;
  expect(bodyOf(draftOf(provider))).toEqual({ ...rest, client_secret: undefined, link: undefined });
});

test("the order of acr values counts, and a comma is part of a scope", () => {
  const before = draftOf({ ...provider, aal2_acr: ["b", "a"], scopes: ["a,b"] });
  expect(bodyOf(before)).toMatchObject({ aal2_acr: ["b", "a"], scopes: ["a,b"] });
  const yours = { ...before, aal2_acr: "a\nb" };
  expect(clashes(LISTS, before, before, yours).map(({ member }) => member)).toEqual(["aal2_acr"]);
  expect(bodyOf(merged(LISTS, before, { ...before, name: "Other" }, yours))).toMatchObject({ name: "Other", aal2_acr: ["a", "b"] });
  expect(bodyOf(merged(LISTS, before, yours, before)).aal2_acr).toEqual(["a", "b"]);
});

test("half a link is sent, so that the service names what is missing", () => {
  expect(bodyOf({ ...draftOf(), "link.claim": " employee " }).link).toEqual({ claim: "employee", verified_claim: "" });
  expect(bodyOf(draftOf()).link).toBeUndefined();
});

test("the address of the discovery document means its issuer", () => {
  expect(issuerOf({ ...draftOf(), issuer: " https://a.example/x/.well-known/openid-configuration " })).toBe("https://a.example/x");
  expect(issuerOf({ ...draftOf(), issuer: "https://a.example/" })).toBe("https://a.example/");
});

test("half a pair, and two groups for one value, are faults; an empty pair is none", () => {
  expect(faultsOf({ ...draftOf(), groups: "\t\nstaff\temployees" })).toEqual({});
  expect(faultsOf({ ...draftOf(), groups: "staff\t", required_claims: "\tacme" })).toMatchObject({ groups: /both/, required_claims: /both/ });
  expect(faultsOf({ ...draftOf(), groups: "staff\ta\nstaff\tb" })).toMatchObject({ groups: /once/ });
});

test("two administrators: one adds a mapping, the other a claim; both stay", () => {
  const before = draftOf(provider);
  const theirs = { ...before, groups: `${before.groups}\nboss\tmanagers` };
  const yours = { ...before, required_claims: "hd\tacme.example", client_secret: "new" };
  expect(clashes(LISTS, before, theirs, yours).map(({ member }) => member)).toEqual(["client_secret", "required_claims", "groups"]);
  expect(bodyOf(merged(LISTS, before, theirs, yours))).toMatchObject({
    client_secret: "new", required_claims: { hd: ["acme.example"] }, groups: { "CN=staff,OU=x": "employees", boss: "managers" },
  });
});

test("a secret is never shown", () => expect(shown("hush", "client_secret")).not.toContain("hush"));
