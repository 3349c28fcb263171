package io.iamplane.token;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import org.jspecify.annotations.Nullable;

/**
 * The account that a token stands for, and the client that gets it.
 *
 * @param policyVersion of the organization, at which the authentication held: a later version that
 *     ends it ends the token
 * @param actor the service that acts for the subject (RFC 8693, section 4.1); null if none does
 * @param keyThumbprint the key that the token is bound to (RFC 9449); null for none
 */
public record TokenSubject(
    OrganizationId organization,
    boolean platform,
    SubjectRef subject,
    String clientId,
    Aal aal,
    long policyVersion,
    @Nullable SubjectRef actor,
    @Nullable String keyThumbprint) {

  static TokenSubject of(AuthenticatedClient authenticated, @Nullable String keyThumbprint) {
    return new TokenSubject(
        authenticated.client().organization(),
        authenticated.platform(),
        authenticated.client().subject(),
        authenticated.client().clientId(),
        Aal.AAL1,
        authenticated.policyVersion(),
        null,
        keyThumbprint);
  }
}
