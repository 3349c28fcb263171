package io.iamplane.bootstrap.development;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.bootstrap.development.EmbeddedDatabase.Owner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A database is left alone while the start that uses it lives. */
class OwnerTest {

  @TempDir private Path folder;

  @Test
  void anUnclaimedDatabaseHasNoOwner() throws IOException {
    assertThat(owner().isAnotherLivingProcess()).isFalse();
  }

  @Test
  void thisProcessIsNotAnother() throws IOException {
    owner().claim();

    assertThat(owner().isAnotherLivingProcess()).isFalse();
  }

  @Test
  void aLivingProcessKeepsItsDatabase() throws IOException {
    Process other = new ProcessBuilder("sleep", "60").start();
    try {
      Instant began = other.info().startInstant().orElseThrow();
      Files.writeString(owner().file(), other.pid() + " " + began);
      assertThat(owner().isAnotherLivingProcess()).isTrue();

      Files.writeString(owner().file(), other.pid() + " " + began.minusSeconds(1));
      assertThat(owner().isAnotherLivingProcess()).as("its id is used again").isFalse();
    } finally {
      other.destroyForcibly().onExit().join();
    }
    assertThat(owner().isAnotherLivingProcess()).isFalse();
  }

  @Test
  void aDamagedFileClaimsNothing() throws IOException {
    Files.writeString(owner().file(), "nonsense");

    assertThat(owner().isAnotherLivingProcess()).isFalse();
  }

  private Owner owner() {
    return new Owner(folder.resolve("owner"));
  }
}
