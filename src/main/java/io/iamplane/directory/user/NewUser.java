package io.iamplane.directory.user;

import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.IamException;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A user to be made, already checked. */
public record NewUser(
    @Nullable String externalId,
    @Nullable String email,
    String name,
    User.Status status,
    Map<String, Object> attributes) {

  private static final int MAX_EMAIL = 320;
  private static final Pattern EMAIL = Pattern.compile("[^@\\s\\p{Cntrl}]+@[^@\\s\\p{Cntrl}]+");

  /**
   * Checks every value.
   *
   * @throws IamException VALIDATION naming the member at fault
   */
  public NewUser {
    externalId = DirectoryRules.externalId("external_id", externalId);
    name = DirectoryRules.name("name", name);
    attributes = DirectoryRules.attributes("attributes", attributes);
    requireEmail(email);
  }

  static void requireEmail(@Nullable String email) {
    if (email != null && !(email.length() <= MAX_EMAIL && EMAIL.matcher(email).matches())) {
      throw IamException.validation("email", "must be an address such as ann@example.com");
    }
  }

  /** An active user known elsewhere by {@code externalId}. */
  public static NewUser of(String externalId, String name, Map<String, Object> attributes) {
    return new NewUser(externalId, null, name, User.Status.ACTIVE, attributes);
  }
}
