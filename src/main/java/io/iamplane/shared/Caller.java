package io.iamplane.shared;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The caller, established by a verified token or by the process itself (a command, a job). An
 * instance proves that the check was done: filters and commands make it, all other code passes it
 * on.
 *
 * @param organization the caller's tenant; always the token's, never the body's
 * @param platform true if that tenant is the platform organization, which administers the others
 * @param subject the acting account: {@code service_account:<id>}, {@code cli:<os user>}, {@code
 *     system:<job>}
 * @param clientId the OAuth client that presented the token; null for commands and jobs
 * @param token the token's limits; null for commands and jobs
 */
public record Caller(
    OrganizationId organization,
    boolean platform,
    SubjectRef subject,
    @Nullable String clientId,
    Aal aal,
    Origin origin,
    @Nullable Token token) {

  /** A caller without a token; one of a client has the oldest there can be. */
  public Caller(
      OrganizationId organization,
      boolean platform,
      SubjectRef subject,
      @Nullable String clientId,
      Aal aal,
      Origin origin) {
    this(
        organization,
        platform,
        subject,
        clientId,
        aal,
        origin,
        clientId == null ? null : new Token(0, Set.of(), null));
  }

  /**
   * @param policyVersion the version of the tenant's policy that it was issued at
   * @param scopes the ceiling over the caller's permissions; empty: none
   * @param jti the token's id, by which it alone may have been revoked; null if the caller
   *     authenticated with a credential
   */
  public record Token(long policyVersion, Set<String> scopes, @Nullable String jti) {

    /** Returns true if the ceiling includes a permission of the control plane. */
    public boolean covers(String permission) {
      return Scopes.cover(scopes, permission);
    }
  }

  /** The account of the caller for ceilings and shares; null for a job. */
  public @Nullable String counted() {
    return clientId == null ? null : counted(clientId, subject);
  }

  /**
   * The account that ceilings count for: the client, but each person alone, since all of them have
   * the one client of their application.
   */
  public static String counted(String clientId, SubjectRef subject) {
    return subject.type().equals(SubjectRef.USER) ? clientId + "/" + subject : clientId;
  }

  /** Returns true without a token, or if the token includes the permission. */
  public boolean covers(String permission) {
    return token == null || token.covers(permission);
  }

  /** Returns true if the token includes all that other scopes do; no others mean no ceiling. */
  public boolean coversAll(Set<String> others) {
    return token == null
        || token.scopes().isEmpty()
        || (!others.isEmpty() && others.stream().allMatch(this::covers));
  }

  /**
   * @param correlationId ties log lines, audit records and the answer together
   * @param address the client's address; null for commands and jobs
   */
  public record Origin(
      String correlationId, @Nullable String address, @Nullable String userAgent) {}

  /** A command typed by a person or run by a CronJob, as {@code cli:<os user>}. */
  public static Caller command(OrganizationId organization, String osUser, String correlationId) {
    return own(organization, new SubjectRef("cli", osUser), correlationId);
  }

  /** A scheduled job, as {@code system:<job>}. */
  public static Caller job(OrganizationId organization, String job, String correlationId) {
    return own(organization, new SubjectRef("system", job), correlationId);
  }

  private static Caller own(OrganizationId organization, SubjectRef subject, String correlationId) {
    Origin origin = new Origin(correlationId, null, null);
    return new Caller(organization, true, subject, null, Aal.AAL1, origin, null);
  }
}
