package io.iamplane.client;

import io.iamplane.shared.IamException;
import io.iamplane.shared.OrganizationId;
import io.iamplane.shared.SubjectRef;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A client to be made.
 *
 * @param organization whose client it is
 * @param subject whom its tokens stand for
 * @param scopes what it may ask for; each a scope-token of RFC 6749, section 3.3
 */
public record NewClient(OrganizationId organization, SubjectRef subject, Set<String> scopes) {

  static final int MAX_SCOPES = 100;
  private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]{1,100}");

  /**
   * Takes a copy of the scopes.
   *
   * @throws IamException VALIDATION when there are too many, or one is not a scope-token
   */
  public NewClient {
    scopes = Set.copyOf(scopes);
    if (scopes.size() > MAX_SCOPES) {
      throw IamException.validation("scopes", "at most " + MAX_SCOPES);
    }
    if (!scopes.stream().allMatch(scope -> SCOPE.matcher(scope).matches())) {
      throw IamException.validation(
          "scopes", "each is 1 to 100 printable ASCII characters without space, quote, backslash");
    }
  }
}
