// oauth4webapi as an application of a person: pushed request, code, refresh and use, all bound to a key (RFC 9449).
import * as oauth from "oauth4webapi";

const { API: api, ISSUER, PERSON: person } = process.env;
const issuer = new URL(ISSUER);
/** The issuer's port is not the test's. */
const moved = (url, options) => fetch(String(url).replace(issuer.origin, api), options);
const options = { [oauth.customFetch]: moved, [oauth.allowInsecureRequests]: true };
const server = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, options));
const client = { client_id: "panel" };
const callback = "https://panel.example.com/callback";
const none = oauth.None();

function must(holds, message) {
  if (!holds) throw new Error(message);
}

/** The hidden fields of the form whose button names the person. */
function form(page) {
  const end = page.indexOf(`<button>${person}`);
  must(end > 0, `no button ${person}`);
  const fields = page.slice(page.lastIndexOf("<form", end), end).matchAll(/name="([^"]+)" value="([^"]*)"/g);
  return new URLSearchParams([...fields].map(([, name, value]) => [name, value.replaceAll("&amp;", "&")]));
}

/** Signs the person in, as a browser does; the URL that it returns to. */
async function signIn(url) {
  const sent = await moved(url, { redirect: "manual" });
  must(sent.status === 303, `authorize: ${sent.status}`);
  const page = await fetch(new URL(sent.headers.get("location"), `${api}/oauth/authorize`));
  const cookie = page.headers.getSetCookie().map((line) => line.split(";")[0]);
  const entered = await fetch(`${api}/sign-in/development`, {
    method: "POST",
    redirect: "manual",
    headers: { cookie: cookie.join("; ") },
    body: form(await page.text()),
  });
  must(entered.status === 303, `sign-in: ${entered.status}`);
  return new URL(entered.headers.get("location"));
}

async function session(algorithm) {
  const pair = await oauth.generateKeyPair(algorithm, { extractable: true });
  const DPoP = oauth.DPoP(client, pair);
  const bound = { ...options, DPoP };
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const pushed = await oauth.processPushedAuthorizationResponse(
    server,
    client,
    await oauth.pushedAuthorizationRequest(
      server,
      client,
      none,
      {
        response_type: "code",
        redirect_uri: callback,
        scope: "openid offline_access",
        state,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      },
      bound,
    ),
  );
  const url = new URL(server.authorization_endpoint);
  url.searchParams.set("client_id", client.client_id);
  url.searchParams.set("request_uri", pushed.request_uri);
  const returned = oauth.validateAuthResponse(server, client, await signIn(url), state);

  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, none, returned, callback, verifier, bound),
  );
  must(tokens.token_type === "dpop", `token_type ${tokens.token_type}`);
  const subject = oauth.getValidatedIdTokenClaims(tokens).sub;

  const refreshed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, none, tokens.refresh_token, bound),
  );
  must(refreshed.token_type === "dpop", `token_type ${refreshed.token_type} after the refresh`);
  const who = await oauth.processUserInfoResponse(
    server,
    client,
    subject,
    await oauth.userInfoRequest(server, client, refreshed.access_token, bound),
  );
  must(who.name === person, JSON.stringify(who));
  const inbox = new URL("/api/iam/v1/access-reviews/inbox", issuer);
  const answer = await oauth.protectedResourceRequest(refreshed.access_token, "GET", inbox, undefined, null, bound);
  must(answer.status === 200, `inbox: ${answer.status}`);

  // A thief of both tokens, with a key of its own and without any.
  const other = { ...options, DPoP: oauth.DPoP(client, await oauth.generateKeyPair(algorithm)) };
  for (const thief of [other, options]) {
    const fault = await oauth
      .protectedResourceRequest(refreshed.access_token, "GET", inbox, undefined, null, thief)
      .catch((error) => error);
    must(fault instanceof oauth.WWWAuthenticateChallengeError, `the token alone: ${fault}`);
    must(fault.cause.some((each) => each.scheme === "dpop" && each.parameters.algs.includes("ES256")), "no challenge");
    const stolen = await oauth
      .refreshTokenGrantRequest(server, client, none, refreshed.refresh_token, thief)
      .then((sent) => oauth.processRefreshTokenResponse(server, client, sent))
      .catch((error) => error);
    must(stolen.error === "invalid_grant", `the refresh token alone: ${stolen}`);
  }
  console.log(`ok   ${algorithm}`);
}

must(server.dpop_signing_alg_values_supported.includes("ES256"), "not in the metadata");
for (const algorithm of ["ES256", "RS256", "PS256", "Ed25519"]) {
  await session(algorithm);
}
