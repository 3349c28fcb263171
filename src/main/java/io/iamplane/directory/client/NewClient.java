package io.iamplane.directory.client;

import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionPattern;
import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.util.Set;

/**
 * A client to be made; see {@link Client} for the other members.
 *
 * @param scopes a ceiling over the permissions of its subject, each a permission of the control
 *     plane or a pattern of them; empty: no ceiling
 */
public record NewClient(
    OrganizationId organization,
    SubjectRef subject,
    Set<String> scopes,
    boolean dpopBoundAccessTokens) {

  static final String WHAT_IS_A_SCOPE =
      "each must be a control plane permission, such as iam:users.read, or a pattern, such as"
          + " iam:users.* or iam:*";
  static final int MAX_SCOPES = 100;
  private static final int MAX_LENGTH = 100;
  private static final String PREFIX = "iam:";

  /**
   * Takes a copy of the scopes.
   *
   * @throws IamException VALIDATION for too many scopes, or for one that {@link #isScope} refuses
   */
  public NewClient {
    scopes = Set.copyOf(scopes);
    if (scopes.size() > MAX_SCOPES) {
      throw IamException.validation("scopes", "must have at most " + MAX_SCOPES + " entries");
    }
    if (!scopes.stream().allMatch(NewClient::isScope)) {
      throw IamException.validation("scopes", WHAT_IS_A_SCOPE);
    }
  }

  public NewClient(OrganizationId organization, SubjectRef subject, Set<String> scopes) {
    this(organization, subject, scopes, false);
  }

  /** Returns true if a text has the form of a permission of the control plane, or of a pattern. */
  public static boolean isScope(String scope) {
    try {
      PermissionPattern.parse(scope);
      return scope.startsWith(PREFIX) && scope.length() <= MAX_LENGTH;
    } catch (InvalidPermissionException e) {
      return false;
    }
  }
}
