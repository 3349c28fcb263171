package io.iamplane.key.seal.vault;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.cli.Commands;
import io.iamplane.key.seal.OldWraps;
import io.iamplane.testing.AdminTenant;
import io.iamplane.testing.TestPlatform;
import io.iamplane.testing.TransitStandIn;
import io.iamplane.testing.TransitStandIn.Mode;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code iam:keys:rewrap} from {@code IAM_KEK} to Vault, and to Vault's next version. */
@QuarkusTest
@TestProfile(VaultProfile.class)
@Tag("ci")
class VaultRewrapDbTest {

  @Inject TestPlatform platform;
  @Inject Commands commands;
  @Inject OldWraps old;

  @BeforeEach
  void wrappedByTheKek() throws SQLException {
    VaultResource.vault().comeBack();
    VaultProfile.forgetKeys();
    platform.platform();
    for (int i = 0; i < 4; i++) {
      old.add("superseded-" + i);
    }
    old.wrapAll();
    assertThat(OldWraps.wraps()).hasSize(8).allMatch(wrap -> wrap.contains(" local "));
  }

  @AfterEach
  void forgetKeys() throws SQLException {
    VaultResource.vault().comeBack();
    VaultProfile.forgetKeys();
  }

  @Test
  void everyKeyMovesToVaultAndThenToItsNextVersion() throws SQLException {
    Commands.Ended moved = commands.run("iam:keys:rewrap");
    assertThat(moved.exitCode()).as(moved.err()).isZero();
    assertThat(OldWraps.wraps()).hasSize(8).allMatch(wrap -> wrap.contains(" vault iam:v"));

    VaultResource.vault().rotate(TransitStandIn.KEY);
    String present = moved.out().lines().findFirst().orElseThrow();
    Commands.Ended next = commands.run("iam:keys:rewrap");
    assertThat(next.exitCode()).as(next.err()).isZero();
    assertThat(next.out()).contains("rewrapped").doesNotContain(present);
    assertThat(commands.run("iam:keys:rewrap").out())
        .contains("current")
        .doesNotContain("rewrapped");
  }

  @Test
  void aVaultThatGoesAwayHalfWayLeavesTheRestForTheNextRun() throws SQLException {
    VaultResource.vault().serve(6, Mode.SEALED);
    Commands.Ended broken = commands.run("iam:keys:rewrap", "--json");
    assertThat(broken.exitCode()).isEqualTo(3);
    assertThat(broken.out()).contains("\"complete\":false", "\"unavailable\"", "Vault is sealed");
    assertThat(OldWraps.wraps()).filteredOn(wrap -> wrap.contains(" vault ")).hasSize(3);

    new AdminTenant(platform).get("users").statusCode(200);

    VaultResource.vault().answer(Mode.WELL);
    Commands.Ended ended = commands.run("iam:keys:rewrap", "--json");
    assertThat(ended.exitCode()).as(ended.out()).isZero();
    assertThat(ended.out()).contains("\"current\"", "\"rewrapped\"");
    assertThat(OldWraps.wraps()).hasSize(8).allMatch(wrap -> wrap.contains(" vault "));
  }

  /** Else the data key would be lost with the answer that took its place. */
  @Test
  void whatVaultDoesNotGiveBackReplacesNothing() throws SQLException {
    VaultResource.vault().answer(Mode.WRONG_PLAINTEXT);
    assertThat(commands.run("iam:keys:rewrap").exitCode()).isEqualTo(3);
    assertThat(OldWraps.wraps()).hasSize(8).allMatch(wrap -> wrap.contains(" local "));
  }
}
