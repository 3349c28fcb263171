package io.iamplane.directory.user;

import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.IamException;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Map;
import java.util.regex.Pattern;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The body of a creation; see {@link User} for the members. */
@RegisterForReflection
public record CreateUserRequest(
    @Schema(examples = "grace@example.com") @Nullable String email,
    @NotBlank @Size(max = 200) @Schema(examples = "Grace Hopper") String name,
    @Schema(examples = "grace") @Nullable String externalId,
    @Schema(
            type = org.eclipse.microprofile.openapi.annotations.enums.SchemaType.OBJECT,
            examples = "{\"department\": \"navy\"}")
        @Nullable Map<String, Object> attributes) {

  private static final int MAX_EMAIL = 320;
  private static final Pattern EMAIL = Pattern.compile("[^@\\s\\p{Cntrl}]+@[^@\\s\\p{Cntrl}]+");

  public static CreateUserRequest of(
      @Nullable String externalId, String name, Map<String, Object> attributes) {
    return new CreateUserRequest(null, name, externalId, attributes);
  }

  /** Returns the user to be made; VALIDATION naming the member at fault. */
  User toUser(Instant at) {
    String id = DirectoryRules.externalId("external_id", externalId);
    String checked = DirectoryRules.name("name", name);
    Map<String, Object> values = DirectoryRules.attributes("attributes", attributes);
    return new User(UserId.next(), id, valid(email), checked, User.Status.ACTIVE, values, 1, at);
  }

  static @Nullable String valid(@Nullable String email) {
    if (email != null && !(email.length() <= MAX_EMAIL && EMAIL.matcher(email).matches())) {
      throw IamException.validation("email", "must be an email address, such as ann@example.com");
    }
    return email;
  }
}
