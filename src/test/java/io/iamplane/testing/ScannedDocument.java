package io.iamplane.testing;

/**
 * The document of the API that a test application makes from the code, for {@code
 * OperationsTableApiTest}. To make it takes as long as all else of building an application, so that
 * others do without.
 */
public final class ScannedDocument {

  /** A setting of MicroProfile OpenAPI; {@code true} to make none. */
  public static final String NONE = "mp.openapi.scan.disable";

  private ScannedDocument() {}

  /** Applications of this process make one, or not; profiles have a setting of their own. */
  static void make(boolean isWanted) {
    if (isWanted) {
      System.clearProperty(NONE);
    } else {
      System.setProperty(NONE, "true");
    }
  }
}
