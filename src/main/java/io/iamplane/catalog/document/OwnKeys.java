package io.iamplane.catalog.document;

import io.iamplane.language.pattern.InvalidPermissionException;
import io.iamplane.language.pattern.PermissionKey;
import io.iamplane.language.pattern.PermissionPattern;
import io.iamplane.shared.json.JsonMembers;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes the keys of a manifest full: {@code stock.read} is {@code warehouse:stock.read}. */
final class OwnKeys {

  private static final String RULE =
      "must be 1 to 190 characters long and consist of segments of letters, digits, '_' and '-',"
          + " separated by dots";

  private final @Nullable String application;

  /** Without a valid key of the application, no prefix is another application's. */
  OwnKeys(@Nullable String application) {
    this.application = application;
  }

  /** The full key that a text names; null when it names none of this application's, a fault. */
  @Nullable String key(JsonMembers at, String member, String text) {
    String name = name(at, member, text);
    if (name == null) {
      return null;
    }
    if (!PermissionKey.isName(name)) {
      at.fault(member, RULE);
      return null;
    }
    return full(name);
  }

  /**
   * The full key of an element's member {@code key}, which is added to the places so far; null when
   * it is invalid, a fault.
   */
  @Nullable String declared(JsonMembers at, Map<String, String> places) {
    String text = at.require("key") ? at.text("key") : null;
    String key = text == null ? null : key(at, "key", text);
    if (key != null) {
      String first = places.putIfAbsent(key, at.place());
      if (first != null) {
        at.fault("key", "'" + key + "' is already declared in " + first);
      }
    }
    return key;
  }

  /** The full key or pattern that a text names; null when it is neither, a fault. */
  @Nullable Named pattern(JsonMembers at, String member, String text) {
    String name = name(at, member, text);
    if (name == null) {
      return null;
    }
    if (!name.contains("*")) {
      String key = key(at, member, text);
      return key == null ? null : new Named(key, false);
    }
    try {
      // Any application will do: only the part after the colon can be malformed.
      PermissionPattern.parse("own:" + name);
      return new Named(full(name), true);
    } catch (InvalidPermissionException e) {
      at.fault(member, String.valueOf(e.getMessage()));
      return null;
    }
  }

  /** A full key, or a pattern of them. */
  record Named(String text, boolean wildcard) {}

  private @Nullable String name(JsonMembers at, String member, String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return text;
    }
    String prefix = text.substring(0, colon);
    if (application != null && !prefix.equals(application)) {
      at.fault(
          member,
          "'%s' is not this application; use a key without a prefix or with the prefix '%s:'"
              .formatted(prefix, application));
      return null;
    }
    return text.substring(colon + 1);
  }

  private String full(String name) {
    return application == null ? name : application + ":" + name;
  }
}
