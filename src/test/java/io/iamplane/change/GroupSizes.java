package io.iamplane.change;

import io.iamplane.testing.ScannedDocument;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.util.Map;

/** Applications with unusual sizes of groups of changes. */
final class GroupSizes {

  private GroupSizes() {}

  /** Each change commits by itself. */
  public static final class One implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("iam.change.group-size", "1", ScannedDocument.NONE, "true");
    }
  }

  /** The smallest group. */
  public static final class Two implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of("iam.change.group-size", "2", ScannedDocument.NONE, "true");
    }
  }
}
