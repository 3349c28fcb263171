package io.iamplane.signin;

import io.iamplane.shared.OrganizationId;
import io.iamplane.token.Audience;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client that people sign in to (RFC 6749, section 2): the admin panel, or an application of an
 * organization.
 *
 * @param organization the owner, whose people alone may sign in; null for the panel, which is for
 *     the people of every organization
 * @param confidential true if it authenticates at the token endpoint; false for a client that keeps
 *     no secret, such as a page in a browser
 * @param dpopBoundAccessTokens true if it gets no token without a DPoP proof (RFC 9449, section
 *     5.2)
 * @param redirectUris where people may return to from sign-in
 * @param postLogoutRedirectUris where people may return to from sign-out
 * @param backchannelLogoutUri where the client hears of the end of a session; null if it does not
 *     ask
 * @param policyVersion of the owner, at which all of this held: a later version that ends the
 *     client's tokens ends what is made now
 */
public record SignInClient(
    String id,
    @Nullable OrganizationId organization,
    boolean confidential,
    boolean dpopBoundAccessTokens,
    List<String> redirectUris,
    List<String> postLogoutRedirectUris,
    @Nullable String backchannelLogoutUri,
    long policyVersion) {

  static SignInClient panel(
      String id, List<String> redirectUris, List<String> postLogoutRedirectUris) {
    return new SignInClient(
        id, null, false, false, redirectUris, postLogoutRedirectUris, null, Long.MAX_VALUE);
  }

  /** Returns true for the panel, whose tokens open this API. */
  boolean isPanel() {
    return organization == null;
  }

  /** Returns true if people of an organization may sign in. */
  public boolean admits(OrganizationId other) {
    return organization == null || organization.equals(other);
  }

  /**
   * Returns true if its tokens are for all the resources that a request names (RFC 8707). Tokens of
   * an application are for the application alone: it names none.
   */
  public boolean isFor(List<String> resources, Audience audience) {
    return isPanel() ? audience.isFor(resources) : resources.isEmpty();
  }

  /** The same client, proved at a version of the policy. */
  public SignInClient provedAt(long version) {
    return new SignInClient(
        id,
        organization,
        confidential,
        dpopBoundAccessTokens,
        redirectUris,
        postLogoutRedirectUris,
        backchannelLogoutUri,
        Math.min(policyVersion, version));
  }

  boolean takesBack(String uri) {
    return ReturnUris.contains(redirectUris, uri);
  }

  boolean takesBackSignedOut(String uri) {
    return ReturnUris.contains(postLogoutRedirectUris, uri);
  }
}
