package io.iamplane.directory.group;

import io.iamplane.directory.DirectoryRules;
import io.iamplane.shared.IamException;
import io.iamplane.shared.IdText;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A group to be made, already checked. */
public record NewGroup(
    String key,
    @Nullable String externalId,
    String name,
    String source,
    Map<String, Object> attributes) {

  private static final int MAX_KEY = 250;

  /**
   * Checks every value.
   *
   * @throws IamException VALIDATION naming the member at fault
   */
  public NewGroup {
    key = IdText.normal(key);
    if (key.isBlank() || key.length() > MAX_KEY || key.chars().anyMatch(Character::isISOControl)) {
      throw IamException.validation("key", "must have 1 to " + MAX_KEY + " characters");
    }
    DirectoryRules.requireVisible("key", key);
    externalId = DirectoryRules.externalId("external_id", externalId);
    name = DirectoryRules.name("name", name);
    source = DirectoryRules.name("source", source);
    attributes = DirectoryRules.attributes("attributes", attributes);
  }

  /** A group that people keep. */
  public static NewGroup of(String key, @Nullable String externalId, String name) {
    return new NewGroup(key, externalId, name, "manual", Map.of());
  }
}
