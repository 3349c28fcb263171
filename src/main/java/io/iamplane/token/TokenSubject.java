package io.iamplane.token;

import io.iamplane.directory.client.AuthenticatedClient;
import io.iamplane.shared.Aal;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;

/**
 * The account that a token stands for, and the client that gets it.
 *
 * @param platform true if the organization is the platform
 * @param aal the assurance of the authentication
 * @param policyVersion of the organization, at which the authentication held: a later version that
 *     ends it ends the token
 */
public record TokenSubject(
    OrganizationId organization,
    boolean platform,
    SubjectRef subject,
    String clientId,
    Aal aal,
    long policyVersion) {

  static TokenSubject of(AuthenticatedClient authenticated) {
    return new TokenSubject(
        authenticated.client().organization(),
        authenticated.platform(),
        authenticated.client().subject(),
        authenticated.client().clientId(),
        Aal.AAL1,
        authenticated.policyVersion());
  }
}
