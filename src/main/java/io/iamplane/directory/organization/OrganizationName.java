package io.iamplane.directory.organization;

import io.iamplane.shared.IamException;

/** The rule for an organization's name, for the API and for commands. */
final class OrganizationName {

  static final int MAX_LENGTH = 200;

  private OrganizationName() {}

  /** The name without white space around it. */
  static String require(String name) {
    String stripped = name.strip();
    if (stripped.isEmpty() || stripped.length() > MAX_LENGTH) {
      throw IamException.validation(
          "name",
          "must have 1 to " + MAX_LENGTH + " characters, not counting surrounding white space");
    }
    return stripped;
  }
}
