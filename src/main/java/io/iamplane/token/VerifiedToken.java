package io.iamplane.token;

import io.iamplane.shared.Aal;
import io.iamplane.shared.Caller;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.Scopes;
import io.iamplane.shared.SubjectRef;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * An access token that passed every check of {@link TokenVerifier}, which alone makes one. It holds
 * the state of its issue; a later revocation is checked elsewhere.
 */
public final class VerifiedToken {

  private final TokenClaims claims;
  private final String kid;

  VerifiedToken(TokenClaims claims, String kid) {
    this.claims = claims;
    this.kid = kid;
  }

  /** The key that signed it, which may be revoked since. */
  String kid() {
    return kid;
  }

  /** The tenant: claim {@code org}. */
  public OrganizationId organization() {
    return claims.organization();
  }

  /** Returns true if the tenant is the platform, which administers others: {@code platform}. */
  public boolean platform() {
    return claims.platform();
  }

  /** The subject: claim {@code sub}. */
  public SubjectRef subject() {
    return claims.subject();
  }

  /**
   * The account that ceilings count for: the client, but each person alone, since all of them have
   * the one client of their application.
   */
  public String counted() {
    return Caller.counted(clientId(), subject());
  }

  public String clientId() {
    return claims.clientId();
  }

  /** The version of the tenant's policy that the token was issued at: claim policy_version. */
  public long policyVersion() {
    return claims.policyVersion();
  }

  /** The service that acts for the subject: claim {@code act}; empty if none does. */
  public Optional<SubjectRef> actor() {
    return Optional.ofNullable(claims.actor());
  }

  /** The key that the token is bound to: claim {@code cnf.jkt} (RFC 9449); empty for none. */
  public Optional<String> keyThumbprint() {
    return Optional.ofNullable(claims.keyThumbprint());
  }

  public String jti() {
    return claims.jti();
  }

  /** The assurance of the authentication: claim {@code acr}. */
  public Aal aal() {
    return claims.aal();
  }

  public SortedSet<String> scopes() {
    return claims.scopes();
  }

  /** The caller of a request from that origin with this token. */
  public Caller caller(Caller.Origin origin) {
    return new Caller(
        organization(),
        platform(),
        subject(),
        clientId(),
        aal(),
        origin,
        new Caller.Token(policyVersion(), Scopes.withoutIdentity(scopes()), jti()));
  }

  public String issuer() {
    return claims.issuer();
  }

  public List<String> audience() {
    return claims.audience();
  }

  public Instant issuedAt() {
    return claims.times().issuedAt();
  }

  /** From this instant on the token is not valid. */
  public Instant expiresAt() {
    return claims.times().expiresAt();
  }

  @Override
  public String toString() {
    return "token " + jti() + " for client " + clientId();
  }
}
