package io.iamplane.key.seal;

import java.util.Set;

/**
 * The keys of development and tests. They are public, so that a production start must know them to
 * refuse them; {@code application.properties} sets the same values, which a test compares.
 */
final class DevelopmentKeys {

  static final String KEK = "aWFtIGRldmVsb3BtZW50IGtleSwgbm90IHNlY3JldCE=";
  static final String SECRET_BOX = "aWFtIGRldmVsb3BtZW50IGJveCwgbm90IHNlY3JldCE=";

  private DevelopmentKeys() {}

  static boolean contains(String value) {
    return Set.of(KEK, SECRET_BOX).contains(value);
  }
}
