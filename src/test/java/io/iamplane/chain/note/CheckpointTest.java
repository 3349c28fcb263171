package io.iamplane.chain.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.iamplane.chain.tree.MerkleHash;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckpointTest {

  private static final String ORIGIN = "iam.example/audit/acme";
  private static final MerkleHash ROOT = MerkleHash.leaf(new byte[] {1});
  private static final String ROOT_TEXT = Base64.getEncoder().encodeToString(ROOT.bytes());
  private static final String TEXT = ORIGIN + "\n7\n" + ROOT_TEXT + "\n";

  @Test
  void textIsThreeLines() {
    assertThat(new Checkpoint(ORIGIN, 7, ROOT).text()).isEqualTo(TEXT);
    assertThat(Checkpoint.parse(TEXT)).isEqualTo(new Checkpoint(ORIGIN, 7, ROOT));
  }

  @Test
  void checkpointsOfOthersAreReadAndWrittenToTheByte() {
    for (String name :
        List.of("c2sp-checkpoint.note", "sumdb-6476701.note", "sumdb-15067302.note")) {
      String text = SignedNote.parse(Vectors.file(name)).text();
      assertThat(Checkpoint.parse(text).text()).isEqualTo(text);
    }
    Checkpoint example =
        Checkpoint.parse(SignedNote.parse(Vectors.file("c2sp-checkpoint.note")).text());
    assertThat(example.origin()).isEqualTo("example.com/behind-the-sofa");
    assertThat(example.size()).isEqualTo(20_852_163);
    assertThat(example.root().bytes())
        .isEqualTo(Base64.getDecoder().decode("CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I="));
    assertThat(example.extensions()).isEmpty();
  }

  @Test
  void aCheckpointOfAPublicLogIsOpenedWithItsPublicKey() {
    Checkpoint checkpoint =
        Checkpoint.open(
            SignedNote.parse(Vectors.file("sumdb-15067302.note")),
            "go.sum database tree",
            List.of(NoteVerifier.parse(Vectors.SUMDB)));

    assertThat(checkpoint.size()).isEqualTo(15_067_302);
  }

  /** A signed checkpoint with a changed origin must not pass. */
  @Test
  void aSignedCheckpointUnderAnotherOriginIsRefused() {
    SignedNote edited = SignedNote.parse(Vectors.file("c2sp-checkpoint.note"));
    SignedNote renamed =
        new SignedNote(
            edited.text(),
            List.of(
                new NoteSignature(
                    "sum.golang.org", edited.signatures().getFirst().keyIdAndSignature())));

    assertThatThrownBy(() -> renamed.verify(List.of(NoteVerifier.parse(Vectors.SUMDB))))
        .isInstanceOf(UnverifiedNoteException.class)
        .hasMessage("the signature by " + Vectors.SUMDB + " is invalid");
  }

  @Test
  void anotherLogsCheckpointIsRefusedThoughItsKeyIsKnown() {
    SeedSigner signer = SeedSigner.numbered(ORIGIN, 1);
    SignedNote note = SignedNote.sign(TEXT, List.of(signer));

    assertThat(Checkpoint.open(note, ORIGIN, List.of(signer.verifier())))
        .isEqualTo(new Checkpoint(ORIGIN, 7, ROOT));
    assertThatThrownBy(
            () -> Checkpoint.open(note, "iam.example/audit/b", List.of(signer.verifier())))
        .isInstanceOf(UnverifiedNoteException.class)
        .hasMessage(
            "the checkpoint's origin is 'iam.example/audit/acme', not 'iam.example/audit/b'");
    assertThatThrownBy(() -> Checkpoint.open(note, ORIGIN, List.of()))
        .isInstanceOf(UnverifiedNoteException.class)
        .hasMessage("no known key signed this note");
  }

  @Test
  void aSignedTextThatIsNoCheckpointIsRefused() {
    SeedSigner signer = SeedSigner.numbered(ORIGIN, 1);
    SignedNote note = SignedNote.sign(ORIGIN + "\n", List.of(signer));

    assertThatThrownBy(() -> Checkpoint.open(note, ORIGIN, List.of(signer.verifier())))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("a checkpoint must have at least three lines, but this one has 1");
  }

  @Test
  void extensionLinesAreKept() {
    Checkpoint extended = Checkpoint.parse(TEXT + "one\n\u2014 two, with spaces\n");

    assertThat(extended.extensions()).containsExactly("one", "\u2014 two, with spaces");
    assertThat(extended.text()).isEqualTo(TEXT + "one\n\u2014 two, with spaces\n");
  }

  @Test
  void sizesHaveOneForm() {
    for (String size : List.of("1", "9", "10", "1000000000", "9223372036854775807")) {
      assertThat(Checkpoint.parse(TEXT.replace("\n7\n", "\n" + size + "\n")).size())
          .isEqualTo(Long.parseLong(size));
    }
    for (String size :
        List.of("00", "07", "+7", "-7", "7 ", " 7", "7.0", "0x7", "\u0667", "seven", "1e3")) {
      assertMalformed(
          TEXT.replace("\n7\n", "\n" + size + "\n"),
          "the size in line 2 must be a number without leading zeros");
    }
    assertMalformed(
        TEXT.replace("\n7\n", "\n9223372036854775808\n"),
        "the size in line 2 exceeds 9223372036854775807");
    assertMalformed(
        TEXT.replace("\n7\n", "\n10000000000000000000\n"),
        "the size in line 2 must be a number without leading zeros");
  }

  @Test
  void theEmptyTreeHasItsOwnRoot() {
    Checkpoint empty = new Checkpoint(ORIGIN, 0, MerkleHash.emptyRoot());

    assertThat(empty.text())
        .isEqualTo(ORIGIN + "\n0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n");
    assertThat(Checkpoint.parse(empty.text())).isEqualTo(empty);
    assertMalformed(
        TEXT.replace("\n7\n", "\n0\n"), "the root for size 0 is not that of the empty tree");
  }

  @Test
  void theMessageNamesTheLine() {
    assertMalformed("", "the last line does not end in a newline");
    assertMalformed("\n", "a checkpoint must have at least three lines, but this one has 1");
    assertMalformed(
        ORIGIN + "\n7\n", "a checkpoint must have at least three lines, but this one has 2");
    assertMalformed(TEXT.strip(), "the last line does not end in a newline");
    assertMalformed(TEXT.replace(ORIGIN, ""), "line 1 is empty");
    assertMalformed(TEXT.replace("\n7\n", "\n\n7\n"), "line 2 is empty");
    assertMalformed(TEXT + "\n", "line 4 is empty");
    assertMalformed(TEXT + "\nmore\n", "line 4 is empty");
    assertMalformed(TEXT.replace("7", "7\t"), "control character U+0009 in line 2");
    assertMalformed(TEXT.replace(ROOT_TEXT, "*"), "the root in line 3 is not valid base64");
    assertMalformed(
        TEXT.replace(ROOT_TEXT, ROOT_TEXT.replace("=", "")),
        "the root in line 3 is not canonical base64");
    assertMalformed(TEXT.replace(ROOT_TEXT, "AAAA"), "the root in line 3 has 3 bytes, not 32");
  }

  @Test
  void whatCannotBeWrittenIsNotMade() {
    assertThatThrownBy(() -> new Checkpoint("", 7, ROOT))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("the origin is empty");
    assertThatThrownBy(() -> new Checkpoint("a\nb", 7, ROOT))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("the origin contains a control character");
    assertThatThrownBy(() -> new Checkpoint(ORIGIN, -1, ROOT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the size -1 is negative");
    assertThatThrownBy(() -> new Checkpoint(ORIGIN, 7, ROOT, List.of("")))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("an extension line is empty");
  }

  private static void assertMalformed(String text, String message) {
    assertThatThrownBy(() -> Checkpoint.parse(text))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage(message);
  }
}
