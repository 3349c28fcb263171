package io.iamplane.audit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.StoredCheckpoint;
import io.iamplane.chain.note.Checkpoint;
import io.iamplane.chain.note.SignedNote;
import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.shared.OrganizationId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An unreadable anchor never counts as an empty one. */
class AnchorDirectoryTest {

  private static final OrganizationId ORGANIZATION = OrganizationId.next();
  private static final TestSigner SIGNER = TestSigner.named("example.org/audit");

  @TempDir Path directory;

  @Test
  void whatWasWrittenIsReadTheShortestFirst() {
    AnchorDirectory anchor = new AnchorDirectory(directory);
    anchor.write(ORGANIZATION, checkpoint(10, "a"));
    anchor.write(ORGANIZATION, checkpoint(9, "a"));
    assertThat(sizes(anchor.read(ORGANIZATION, true))).containsExactly(9L, 10L);
  }

  @Test
  void theLongestAloneIsReadWhereThatIsEnough() throws IOException {
    AnchorDirectory anchor = new AnchorDirectory(directory);
    anchor.write(ORGANIZATION, checkpoint(10, "a"));
    Files.writeString(file(9), "no note");
    assertThat(sizes(anchor.read(ORGANIZATION, false))).containsExactly(10L);
    assertThatThrownBy(() -> anchor.read(ORGANIZATION, true))
        .isInstanceOf(AnchorException.class)
        .hasMessageContaining("00000000000000000009.checkpoint is not a checkpoint");
  }

  @Test
  void anOrganizationWithoutADirectoryHasNone() {
    assertThat(new AnchorDirectory(directory).read(ORGANIZATION, true)).isEmpty();
    assertThat(new AnchorDirectory(directory).organizations()).isEmpty();
  }

  @Test
  void aDirectoryThatCannotBeListedIsAFailure() throws IOException {
    Path own = directory.resolve(ORGANIZATION.toString());
    // A link to itself: not to be read, and Files.exists says that it is not there.
    Files.createSymbolicLink(own, own);
    assertFails("cannot be read");
    Files.delete(own);
    Files.writeString(own, "a file");
    assertFails("cannot be read");
  }

  @Test
  void anAnchorThatIsNotThereIsAFailure() {
    AnchorDirectory anchor = new AnchorDirectory(directory.resolve("unmounted"));
    assertThatThrownBy(() -> anchor.read(ORGANIZATION, false))
        .isInstanceOf(AnchorException.class)
        .hasMessageContaining("is not a directory");
    assertThatThrownBy(anchor::organizations).isInstanceOf(AnchorException.class);
    assertThatThrownBy(() -> anchor.write(ORGANIZATION, checkpoint(1, "a")))
        .isInstanceOf(AnchorException.class);
    assertThat(directory).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 40, 150})
  void aFileThatWasNotWrittenWholeIsNamed(int length) throws IOException {
    AnchorDirectory anchor = new AnchorDirectory(directory);
    anchor.write(ORGANIZATION, checkpoint(10, "a"));
    String whole = Files.readString(file(10));
    assertThat(whole.length()).isGreaterThan(150);
    Files.writeString(file(11), whole.substring(0, length));
    assertFails("00000000000000000011.checkpoint is not a checkpoint, or is incomplete");
  }

  @Test
  void aNameThatTellsNoSizeOrAnotherIsAFailure() throws IOException {
    new AnchorDirectory(directory).write(ORGANIZATION, checkpoint(10, "a"));
    Files.move(file(10), file(12));
    assertFails("differs from the size in its name");
    Files.move(file(12), file(10));
    Files.copy(file(10), file(10).resolveSibling("1.checkpoint"));
    assertFails("1.checkpoint is not a checkpoint: its name");
  }

  @Test
  void theSameIsWrittenTwiceAndAnotherIsRefused() throws IOException {
    AnchorDirectory anchor = new AnchorDirectory(directory);
    anchor.write(ORGANIZATION, checkpoint(10, "a"));
    anchor.write(ORGANIZATION, checkpoint(10, "a"));
    String written = Files.readString(file(10));
    assertThatThrownBy(() -> anchor.write(ORGANIZATION, checkpoint(10, "b")))
        .isInstanceOf(AnchorException.class)
        .hasMessageContaining("already contains a different checkpoint");
    assertThat(Files.readString(file(10))).isEqualTo(written);
    assertThat(directory.resolve(ORGANIZATION.toString())).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void organizationsAreThoseThatHaveADirectory() throws IOException {
    AnchorDirectory anchor = new AnchorDirectory(directory);
    anchor.write(ORGANIZATION, checkpoint(1, "a"));
    Files.createDirectory(directory.resolve("lost+found"));
    assertThat(anchor.organizations()).containsExactly(ORGANIZATION);
  }

  private void assertFails(String message) {
    AnchorDirectory anchor = new AnchorDirectory(directory);
    assertThatThrownBy(() -> anchor.read(ORGANIZATION, false))
        .isInstanceOf(AnchorException.class)
        .hasMessageContaining(message);
  }

  private Path file(long size) {
    return directory.resolve(ORGANIZATION.toString()).resolve("%020d.checkpoint".formatted(size));
  }

  private static List<Long> sizes(List<StoredCheckpoint> found) {
    return found.stream().map(StoredCheckpoint::size).toList();
  }

  private static StoredCheckpoint checkpoint(long size, String tree) {
    MerkleHash root = MerkleHash.leaf(tree.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    Checkpoint statement = new Checkpoint("example.org/audit/" + ORGANIZATION, size, root);
    return new StoredCheckpoint(
        size,
        root.bytes(),
        new byte[32],
        SignedNote.sign(statement.text(), List.of(SIGNER)).toString(),
        Instant.EPOCH);
  }
}
