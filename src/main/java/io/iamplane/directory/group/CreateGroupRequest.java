package io.iamplane.directory.group;

import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.IamException;
import io.iamplane.shared.IdText;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.Map;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The body of a creation; see {@link Group} for the members. Without a source it is {@code manual}.
 */
@RegisterForReflection
public record CreateGroupRequest(
    @NotBlank @Size(max = 250) @Schema(examples = "night-shift") String key,
    @NotBlank @Size(max = 200) @Schema(examples = "Night shift") String name,
    @Size(min = 1, max = 200) @Schema(examples = "manual") @Nullable String source,
    @Schema(examples = "shift-2") @Nullable String externalId,
    @Schema(type = SchemaType.OBJECT, examples = "{\"site\": \"berlin\"}")
        @Nullable Map<String, Object> attributes) {

  private static final int MAX_KEY = 250;
  private static final String PEOPLE = "manual";

  /** A group of another system, where {@code externalId} is its key, too. */
  public static CreateGroupRequest imported(
      String externalId, String name, Map<String, Object> attributes) {
    return new CreateGroupRequest(externalId, name, "import", externalId, attributes);
  }

  /** Returns the group to be made; VALIDATION naming the member at fault. */
  Group toGroup(Instant at) {
    String normal = IdText.normal(key);
    if (normal.isBlank()
        || normal.length() > MAX_KEY
        || normal.chars().anyMatch(Character::isISOControl)) {
      throw IamException.validation(
          "key",
          "must be 1 to " + MAX_KEY + " characters long, not blank, without control characters");
    }
    DirectoryRules.requireVisible("key", normal);
    return new Group(
        GroupId.next(),
        normal,
        DirectoryRules.externalId("external_id", externalId),
        DirectoryRules.name("name", name),
        DirectoryRules.name("source", source == null ? PEOPLE : source),
        Group.Status.ACTIVE,
        DirectoryRules.attributes("attributes", attributes),
        1,
        at,
        null);
  }
}
