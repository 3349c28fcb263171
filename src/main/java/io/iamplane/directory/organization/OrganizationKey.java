package io.iamplane.directory.organization;

import io.iamplane.shared.IamException;
import io.iamplane.shared.UuidV7;
import java.util.regex.Pattern;

/** The rule for an organization's key. A key can never be read as an id, since paths take both. */
final class OrganizationKey {

  static final String RULE =
      "must be 2 to 63 characters long, contain only lower-case letters, digits and hyphens, start"
          + " with a letter, end with a letter or digit, and not have the form of an id";

  private static final Pattern FORM = Pattern.compile("[a-z](?:[a-z0-9-]{0,61}[a-z0-9])");

  private OrganizationKey() {}

  static String require(String key) {
    if (!FORM.matcher(key).matches() || UuidV7.parse(key).isPresent()) {
      throw IamException.validation("key", RULE);
    }
    return key;
  }
}
