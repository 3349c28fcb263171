package io.iamplane.key.seal.vault;

import io.iamplane.testing.TransitStandIn;
import io.quarkus.test.common.QuarkusTestResourceLifecycleManager;
import java.util.Map;

/** The whole service with Vault as its key provider, and the local one before it. */
public final class VaultResource implements QuarkusTestResourceLifecycleManager {

  private static TransitStandIn vault;

  @Override
  public Map<String, String> start() {
    vault = new TransitStandIn();
    return Map.of(
        "iam.keys.provider",
        "vault",
        "iam.keys.previous-provider",
        "local",
        "iam.keys.vault.url",
        vault.url(),
        "iam.keys.vault.token",
        TransitStandIn.TOKEN);
  }

  static TransitStandIn vault() {
    return vault;
  }

  @Override
  public void stop() {
    vault.close();
  }
}
