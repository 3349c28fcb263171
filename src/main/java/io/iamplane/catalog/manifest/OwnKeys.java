package io.iamplane.catalog.manifest;

import io.iamplane.language.pattern.PermissionKey;

/** Makes the keys of a manifest full: {@code stock.read} is {@code warehouse:stock.read}. */
final class OwnKeys {

  private final String application;

  OwnKeys(String application) {
    this.application = application;
  }

  /** The full key; empty when it is none of this application's, which is then a fault. */
  String full(Members members, String member, String text) {
    if (text.isEmpty()) {
      return "";
    }
    String name = name(text);
    if (name.isEmpty()) {
      members.fault(member, "a manifest declares keys of its own application only");
      return "";
    }
    if (!PermissionKey.isName(name)) {
      members.fault(member, "must be letters, digits, _ and -, in segments joined by dots");
      return "";
    }
    return application + ":" + name;
  }

  /** What follows the own prefix, or the whole text; empty when it is another application's. */
  String name(String text) {
    int colon = text.indexOf(':');
    if (colon < 0) {
      return text;
    }
    return text.substring(0, colon).equals(application) ? text.substring(colon + 1) : "";
  }

  String prefixed(String name) {
    return application + ":" + name;
  }
}
