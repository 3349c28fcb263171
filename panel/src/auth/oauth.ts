import * as oauth from "oauth4webapi";
import type { Config } from "../app/config";
import type { Session } from "./session";

/** A sign-in under way. The verifier is of use once, and only together with the code. */
export interface Pending {
  state: string;
  nonce: string;
  verifier: string;
}

export interface Started extends Pending {
  url: string;
}

/** The authorization server refused, with the error code of OAuth. */
export class SignInRefused extends Error {
  constructor(
    readonly code: string,
    description?: string,
  ) {
    super(description || code);
  }
}

export const CALLBACK = "/callback";

let server: Promise<oauth.AuthorizationServer> | undefined;

/** Signs people in by an authorization code with PKCE (RFC 7636, RFC 9700). */
export function signIn(config: Config) {
  const client: oauth.Client = { client_id: config.clientId };
  const redirectUri = location.origin + CALLBACK;
  const plain = { [oauth.allowInsecureRequests]: isLoopback(config.issuer) };

  function discover(): Promise<oauth.AuthorizationServer> {
    server ??= (async () => {
      const issuer = new URL(config.issuer);
      const answer = await oauth.discoveryRequest(issuer, { algorithm: "oidc", ...plain });
      return oauth.processDiscoveryResponse(issuer, answer);
    })();
    server.catch(() => (server = undefined));
    return server;
  }

  return {
    async start(more: Record<string, string> = {}): Promise<Started> {
      const found = await discover();
      const verifier = oauth.generateRandomCodeVerifier();
      const pending = { state: oauth.generateRandomState(), nonce: oauth.generateRandomNonce(), verifier };
      const url = new URL(found.authorization_endpoint ?? "");
      url.search = new URLSearchParams({
        client_id: config.clientId,
        redirect_uri: redirectUri,
        response_type: "code",
        scope: "openid",
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        ...more,
      }).toString();
      return { ...pending, url: url.href };
    },

    /** Redeems the code that the browser came back with. */
    async finish(callback: URL, pending: Pending): Promise<Session> {
      const found = await discover();
      try {
        const parameters = oauth.validateAuthResponse(found, client, callback, pending.state);
        const answer = await oauth.authorizationCodeGrantRequest(
          found, client, oauth.None(), parameters, redirectUri, pending.verifier, plain,
        );
        const tokens = await oauth.processAuthorizationCodeResponse(found, client, answer, {
          expectedNonce: pending.nonce,
          requireIdToken: true,
        });
        const claims = oauth.getValidatedIdTokenClaims(tokens);
        return {
          accessToken: tokens.access_token,
          idToken: tokens.id_token ?? "",
          subject: claims?.sub ?? "",
          id: typeof claims?.sid === "string" ? claims.sid : undefined,
          endsAt: Date.now() + (tokens.expires_in ?? 300) * 1000,
        };
      } catch (refusal) {
        throw refusal instanceof oauth.AuthorizationResponseError || refusal instanceof oauth.ResponseBodyError
          ? new SignInRefused(refusal.error, refusal.error_description)
          : refusal;
      }
    },

    /** Where the browser ends the session of the authorization server. */
    async endAddress(idToken: string): Promise<string | undefined> {
      const end = (await discover()).end_session_endpoint;
      if (!end) return undefined;
      const url = new URL(end);
      url.search = new URLSearchParams({
        id_token_hint: idToken,
        client_id: config.clientId,
        post_logout_redirect_uri: `${location.origin}/signed-out`,
      }).toString();
      return url.href;
    },
  };
}

/** Whether an address is of this machine, where plain HTTP is no risk. */
export function isLoopback(address: string): boolean {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1])(:\d+)?(\/|$)/.test(address);
}
