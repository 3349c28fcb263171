// Programs of other makers get tokens by secret and by key: oauth4webapi and openid-client, from the metadata alone.
import * as oauth from "oauth4webapi";
import * as openid from "openid-client";

const { API: api, ISSUER, CLIENT_ID: adminId, CLIENT_SECRET: adminSecret, AUDIENCE: audience } = process.env;
const issuer = new URL(ISSUER);
/** The issuer's port is not the test's. */
const moved = (url, options) => fetch(String(url).replace(issuer.origin, api), options);
const options = { [oauth.customFetch]: moved, [oauth.allowInsecureRequests]: true };
const server = await oauth.processDiscoveryResponse(
  issuer,
  await oauth.discoveryRequest(issuer, { ...options, algorithm: "oauth2" }),
);

const RSA = { modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: "SHA-256" };
const KEYS = {
  ES256: { name: "ECDSA", namedCurve: "P-256" },
  ES384: { name: "ECDSA", namedCurve: "P-384" },
  RS256: { name: "RSASSA-PKCS1-v1_5", ...RSA },
  PS256: { name: "RSA-PSS", ...RSA },
  Ed25519: { name: "Ed25519" },
};

function must(holds, message) {
  if (!holds) throw new Error(message);
}

async function token(client, proof, parameters = {}) {
  const answer = await oauth.clientCredentialsGrantRequest(server, client, proof, parameters, options);
  return (await oauth.processClientCredentialsResponse(server, client, answer)).access_token;
}

/** Makes a key of an algorithm, one for encryption beside it, and an account with both. */
async function account(alg, administrator) {
  const pair = await crypto.subtle.generateKey(KEYS[alg], true, ["sign", "verify"]);
  const other = await crypto.subtle.generateKey({ ...RSA, name: "RSA-OAEP" }, true, ["encrypt", "decrypt"]);
  const signing = { ...(await crypto.subtle.exportKey("jwk", pair.publicKey)), kid: "sig", use: "sig" };
  const encryption = { ...(await crypto.subtle.exportKey("jwk", other.publicKey)), kid: "enc", use: "enc" };
  const made = await fetch(`${api}/api/iam/v1/service-accounts`, {
    method: "POST",
    headers: { authorization: `Bearer ${administrator}`, "content-type": "application/json" },
    body: JSON.stringify({ name: alg, auth: "private_key_jwt", jwks: { keys: [encryption, signing] } }),
  });
  const body = await made.json();
  must(made.status === 201, `${alg}: ${JSON.stringify(body)}`);
  must(Object.keys(body.data.client.keys).join() === "sig", `${alg}: keys ${JSON.stringify(body.data.client.keys)}`);
  return { id: body.data.client.client_id, key: { key: pair.privateKey, kid: "sig" } };
}

const admin = { client_id: adminId };
const posted = oauth.ClientSecretPost(adminSecret);
const administrator = await token(admin, oauth.ClientSecretBasic(adminSecret), { resource: audience });
await token(admin, posted, [["resource", audience], ["resource", audience]]);
const refused = await token(admin, posted, { resource: "https://other.example.com" }).catch((fault) => fault);
must(refused.error === "invalid_target", `another resource: ${refused}`);

for (const alg of Object.keys(KEYS)) {
  const { id, key } = await account(alg, administrator);
  const client = { client_id: id };
  const proof = oauth.PrivateKeyJwt(key);
  const access = await token(client, proof, { scope: " iam:users.read  iam:groups.read " });
  const asked = await oauth.introspectionRequest(server, client, proof, access, options);
  const known = await oauth.processIntrospectionResponse(server, client, asked);
  must(known.active && known.client_id === id, `${alg}: ${JSON.stringify(known)}`);
  await oauth.processRevocationResponse(await oauth.revocationRequest(server, client, proof, access, options));

  // A certificate's digest and an unknown member, as other libraries send them; and one that is critical.
  const header = (more) => oauth.PrivateKeyJwt(key, { [oauth.modifyAssertion]: (head) => Object.assign(head, more) });
  await token(client, header({ "x5t#S256": "abc", x5c: ["MIIB"], cty: "JWT", ver: 2 }));
  const fault = await token(client, header({ crit: ["exp"] })).catch((error) => error);
  must(fault.status === 401, `${alg}, crit: ${fault}`);

  const config = await openid.discovery(issuer, id, undefined, openid.PrivateKeyJwt(key), {
    [openid.customFetch]: moved,
    execute: [openid.allowInsecureRequests],
    algorithm: "oauth2",
  });
  const second = await openid.clientCredentialsGrant(config, { scope: "iam:users.read", resource: audience });
  must((await openid.tokenIntrospection(config, second.access_token)).active, `${alg}: openid-client`);
  console.log(`ok   ${alg}`);
}
