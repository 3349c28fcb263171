package io.iamplane.key.seal.vault;

import io.iamplane.testing.Rows;
import io.iamplane.testing.ScannedDocument;
import io.quarkus.test.junit.QuarkusTestProfile;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** An application with Vault as its key provider, and with spans in its log. */
public final class VaultProfile implements QuarkusTestProfile {

  @Override
  public List<TestResourceEntry> testResources() {
    return List.of(new TestResourceEntry(VaultResource.class));
  }

  @Override
  public Map<String, String> getConfigOverrides() {
    return Map.of(
        "iam.tracing.driver", "log", "iam.keys.vault.timeout", "1s", ScannedDocument.NONE, "true");
  }

  /** Before and after: keys of other tests are wrapped by another provider, and know no Vault. */
  public static void forgetKeys() throws SQLException {
    Rows.update("DELETE FROM iam_signing_keys");
  }
}
