import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { api } from "../../api/client";
import { ApiError } from "../../api/problem";
import { t } from "../../strings/provider";
import { type Act, Acts, once } from "../../ui/Acts";
import type { Draft } from "../../ui/drafts";
import { Edit, type Field, typed, type Version } from "../../ui/Edit";
import { ErrorNote } from "../../ui/ErrorNote";
import { Pairs } from "../../ui/Pairs";
import { Copy, Empty, Note, Page, Section, When } from "../../ui/parts";
import { groupsByKey } from "../../ui/suggestions";
import { useRead } from "../../ui/useRead";
import { bodyOf, draftOf, faultsOf, issuerOf, LISTS, type Member, NAMES, type Provider, shown } from "./form";

const PATH = "/api/iam/v1/identity-provider";
const MANAGE = "iam:identity_provider.manage";

interface Answer {
  data?: { data: Provider };
  response: Response;
}

/** The provider; an organization without one has none to read. */
const readProvider = (): Promise<Answer> => api().GET(PATH).catch((failure: unknown) => {
  if (failure instanceof ApiError && failure.problem.status === 404) return { response: new Response() };
  throw failure;
});

const versionOf = ({ data, response }: Answer): Version<Member> => ({ draft: draftOf(data?.data), revision: response.headers.get("ETag") ?? undefined });

/** The OpenID provider at which people of the organization sign in. */
export function ProviderPage() {
  const { data, error, refetch } = useRead(["identity-provider"], readProvider);
  const it = data?.it;
  // The form of a provider ends with it.
  const [removals, setRemovals] = useState(0);
  return (
    <Page title={t.identityProvider}>
      <p className="quiet" style={{ margin: "-8px 0 0" }}>{t.onlySetting}</p>
      {error && <ErrorNote error={error} onRetry={() => void refetch()} />}
      {it ? (
        <Section title={it.name} aside={<Acts acts={[removal(it, data.revision, async () => { await refetch(); setRemovals(removals + 1); })]} />}>
          <dl className="facts">
            <dt>{t.redirectUri}</dt><dd><span className="mono">{it.redirect_uri}</span> <Copy text={it.redirect_uri} /></dd>
            <dt>{t.logoutUri}</dt><dd><span className="mono">{it.backchannel_logout_uri}</span> <Copy text={it.backchannel_logout_uri} /></dd>
            <dt>{t.since}</dt><dd><When at={it.created_at} /></dd>
          </dl>
          <p className="quiet" style={{ margin: "10px 0 0" }}>{t.registerBoth}</p>
          {it.closing && <Note tone="deny" title={t.isBeingRemoved}><p>{t.removeAgain}</p></Note>}
        </Section>
      ) : data === null && <Empty title={t.noProvider}>{t.peopleSignInByPasskeys}</Empty>}
      {data !== undefined && (
        <Section title={it ? t.settings : t.nameProvider}>
          <Edit key={removals} of={{ draft: draftOf(it), revision: data?.revision }} lists={LISTS} names={NAMES} shown={shown} needs={MANAGE}
            title={it ? t.changeProvider : t.nameProviderQuestion} effect={(draft) => <Effect of={draft} before={it} />} faults={faultsOf}
            read={async () => versionOf(await readProvider())}
            write={async (draft, revision, key) => {
              // A first provider never replaces one that someone named meanwhile.
              if (!revision && (await readProvider()).data) throw new ApiError({ status: 412, kind: "precondition-failed", detail: "" });
              return versionOf(await api().PUT(PATH, { params: { header: once(key, revision) }, body: bodyOf(draft) }));
            }}>
            {(field) => <Fields field={field} named={Boolean(it)} />}
          </Edit>
        </Section>
      )}
    </Page>
  );
}

function Fields({ field, named }: { field: (member: Member) => Field; named: boolean }) {
  const create = field("create_users");
  const groups = useQuery({ queryKey: ["suggest", "group"], queryFn: groupsByKey, staleTime: 60_000, retry: false });
  return (
    <>
      <Part title={t.connection}>
        <TextInput required label={t.name} description={t.nameOfPage} placeholder={t.acme} {...typed(field("name"))} />
        <TextInput required label={t.issuer} description={t.toTheCharacter} placeholder="https://login.acme.example" {...typed(field("issuer"))} />
        <TextInput required label={t.clientId} description={t.ofThisService} {...typed(field("client_id"))} />
        <TextInput type="password" label={t.clientSecret} description={named ? t.emptyKeepsSecret : t.fromProvider} required={!named && field("token_endpoint_auth_method").value !== "none"} autoComplete="off" {...typed(field("client_secret"))} />
        <NativeSelect label={t.authMethod} description={t.asMetadataSays} data={["", "client_secret_basic", "client_secret_post", "none"]} {...typed(field("token_endpoint_auth_method"))} />
        <NativeSelect label={t.algorithm} description={t.onlyOneTaken} data={["RS256", "PS256", "ES256"]} {...typed(field("id_token_alg"))} />
        <TextInput label={t.scopes} description={t.besidesOpenid} placeholder={t.profileEmail} {...typed(spaced(field("scopes")))} />
      </Part>
      <Part title={t.whoGetsIn}>
        <Pairs label={t.requiredClaims} description={t.eachClaimOne} heads={[t.claim, t.value]} placeholders={["hd", "acme.example"]} add={t.addClaim} {...field("required_claims")} />
        <Checkbox label={t.createPeople} description={t.namedByClaim} checked={create.value === "true"} onChange={(event) => create.onValue(String(event.currentTarget.checked))} />
        <TextInput label={t.linkClaim} description={t.findsPeople} placeholder={t.employeeNumber} {...typed(field("link.claim"))} />
        <TextInput label={t.linkVerified} description={t.mustBeTrue} placeholder={t.employeeNumberVerified} {...typed(field("link.verified_claim"))} />
      </Part>
      <Part title={t.groupsTitle}>
        <TextInput label={t.groupsClaim} description={t.claimWithGroups} placeholder={t.groupsWord} {...typed(field("groups_claim"))} />
        <Pairs label={t.groups} description={t.addsTakesAway} heads={[t.value, t.group]} placeholders={["staff", "employees"]} add={t.addGroup} suggested={groups.data} {...field("groups")} />
      </Part>
      <Part title={t.strongSignIn}>
        <Textarea label={t.amr} description={t.meansAal2} placeholder={t.mfa} autosize minRows={1} {...typed(field("aal2_amr"))} />
        <Textarea label={t.acr} description={t.firstIsAskedFor} placeholder="urn:acme:mfa" autosize minRows={1} {...typed(field("aal2_acr"))} />
      </Part>
    </>
  );
}

/** A list of words in one line. */
const spaced = (field: Field): Field => ({ ...field, value: field.value.replaceAll("\n", " ") });

function Part({ title, children }: { title: string; children: ReactNode }) {
  return <fieldset className="part"><legend>{title}</legend><div className="fields">{children}</div></fieldset>;
}

/** The effect of a draft on people, besides the changed members themselves. */
function Effect({ of, before }: { of: Draft<Member>; before?: Provider }) {
  const issuer = issuerOf(of);
  const links = of["link.claim"].trim() !== "";
  return (
    <>
      {before && issuer !== before.issuer && (
        <Note tone="deny" title={t.anotherIssuer}><p>{t.identitiesOf} <span className="mono">{before.issuer}</span> {t.areForgotten}</p></Note>
      )}
      <p style={{ margin: "8px 0 0" }}>
        {before ? t.countsFromNext : t.canSignIn} {of.create_users === "true" ? t.unknownAreMade : links ? t.onlyLinked : t.onlyKnown}
        {links && <> {t.providerActsAs}</>}
      </p>
    </>
  );
}

const removal = (it: Provider, revision: string | undefined, done: () => Promise<void>): Act => ({
  name: t.remove, title: t.removeProvider, needs: MANAGE, destructive: true,
  effect: <>{t.noOneSignsIn} <strong><bdi>{it.name}</bdi></strong> {t.anyMore}</>,
  run: async ({ key }) => {
    await api().DELETE(PATH, { params: { header: once(key, revision) } });
    await done();
  },
});
