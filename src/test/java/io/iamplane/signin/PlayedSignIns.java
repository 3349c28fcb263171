package io.iamplane.signin;

import io.iamplane.change.Change;
import io.iamplane.change.Changes;
import io.iamplane.directory.user.UserId;
import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Secret;
import io.iamplane.signin.federation.PlayedIdentities;
import io.iamplane.signin.passkey.PlayedPasskeys;
import io.iamplane.token.KeyProof;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;

/** Plays a person's sign-in without a browser, in any tenant. */
@ApplicationScoped
public class PlayedSignIns {

  private static final String QUERY =
      "response_type=code&client_id=panel&redirect_uri=https%3A%2F%2Fpanel.example.com%2Fcallback"
          + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256";

  /** RFC 7636, appendix B. */
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private final Sessions sessions;
  private final SessionEnds ends;
  private final AuthorizationRequests requests;
  private final AuthorizationCodes codes;
  private final CodeRedemption redemption;
  private final RefreshTokens refreshTokens;
  private final SignInClients clients;
  private final RandomSecrets secrets;
  private final Changes changes;
  private final PlayedPasskeys passkeys;
  private final PlayedIdentities identities;

  PlayedSignIns(
      Sessions sessions,
      SessionEnds ends,
      AuthorizationRequests requests,
      AuthorizationCodes codes,
      CodeRedemption redemption,
      RefreshTokens refreshTokens,
      SignInClients clients,
      RandomSecrets secrets,
      Changes changes,
      PlayedPasskeys passkeys,
      PlayedIdentities identities) {
    this.sessions = sessions;
    this.ends = ends;
    this.requests = requests;
    this.codes = codes;
    this.redemption = redemption;
    this.refreshTokens = refreshTokens;
    this.clients = clients;
    this.secrets = secrets;
    this.changes = changes;
    this.passkeys = passkeys;
    this.identities = identities;
  }

  /** A person who is signed in, with two passkeys. */
  public record Person(String token, String session, List<String> passkeys) {}

  /** Signs a person in. */
  public Person person(Caller caller, OrganizationId organization, String user) {
    UserId person = UserId.parse(user).orElseThrow();
    Secret secret = secrets.next(SecretKind.SESSION);
    SignInProof proof = new SignInProof(Aal.AAL2, List.of("user"));
    changes.record(
        Change.operational(
            caller,
            organization,
            recording -> sessions.begin(recording, person, "panel", proof, secret)));
    SignInSession session = sessions.find(secret).orElseThrow();
    Secret code = codes.issue(requests.read(QUERY), session);
    return new Person(
        redeemed(code, caller.origin()).access().token().reveal(),
        session.id().toString(),
        List.of(
            passkeys.make(caller, organization, person),
            passkeys.make(caller, organization, person)));
  }

  private SignInClient panel() {
    return clients.find(SignInClients.PANEL).orElseThrow();
  }

  private CodeRedemption.Redeemed redeemed(Secret code, Caller.Origin origin) {
    return redemption
        .redeem(
            new CodeRedemption.Presented(
                code,
                panel(),
                "https://panel.example.com/callback",
                new Secret(VERIFIER),
                KeyProof.NONE),
            origin)
        .orElseThrow();
  }

  /**
   * A session begins, a code comes back with another verifier, passkey and session end, and so on.
   */
  public void play(Caller caller, OrganizationId organization, String user) {
    UserId person = UserId.parse(user).orElseThrow();
    Secret secret = secrets.next(SecretKind.SESSION);
    SignInProof proof = new SignInProof(Aal.AAL1, List.of("user"));
    changes.record(
        Change.operational(
            caller,
            organization,
            recording -> sessions.begin(recording, person, "panel", proof, secret)));
    SignInSession session = sessions.find(secret).orElseThrow();
    changes.record(
        Change.operational(
            caller,
            organization,
            recording ->
                sessions.renew(recording, session, proof, secrets.next(SecretKind.SESSION))));
    Secret code = codes.issue(requests.read(QUERY), session);
    redemption.redeem(
        new CodeRedemption.Presented(
            code,
            panel(),
            "https://panel.example.com/callback",
            new Secret("v".repeat(43)),
            KeyProof.NONE),
        caller.origin());
    reuse(session, caller.origin());
    changes.record(
        Change.operational(
            caller,
            organization,
            recording -> {
              ends.end(recording, session.id(), person);
              return null;
            }));
    passkeys.play(caller, organization, person);
    identities.play(caller, organization);
  }

  /** A refresh token comes twice. */
  private void reuse(SignInSession session, Caller.Origin origin) {
    Secret code = codes.issue(requests.read(QUERY + "&scope=offline_access"), session);
    Secret first = redeemed(code, origin).refreshToken();
    refreshTokens
        .find(first, panel(), _ -> {}, KeyProof.NONE, origin)
        .flatMap(living -> refreshTokens.refresh(living, living.scopes(), origin))
        .flatMap(next ->
            refreshTokens.find(next.refreshToken(), panel(), _ -> {}, KeyProof.NONE, origin))
        .flatMap(living -> refreshTokens.refresh(living, living.scopes(), origin))
        .orElseThrow();
    refreshTokens.find(first, panel(), _ -> {}, KeyProof.NONE, origin);
  }
}
