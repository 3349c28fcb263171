package io.iamplane.http.admin;

import io.iamplane.key.seal.vault.VaultProfile;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** No secret shows where Vault wraps the keys either, nor in the spans that the log has. */
@QuarkusTest
@TestProfile(VaultProfile.class)
@Tag("ci")
class PlantedVaultSecretsApiTest extends PlantedSecretsCases {

  PlantedVaultSecretsApiTest() {
    super(true);
  }

  @BeforeAll
  @AfterAll
  static void forgetKeys() throws SQLException {
    VaultProfile.forgetKeys();
  }
}
