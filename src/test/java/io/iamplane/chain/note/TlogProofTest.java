package io.iamplane.chain.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.iamplane.chain.tree.MerkleHash;
import io.iamplane.chain.tree.Rfc6962;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class TlogProofTest {

  private static final String ORIGIN = "iam.example/audit/acme";
  private static final Rfc6962 TREE = Rfc6962.numbered(100);
  private static final SeedSigner SIGNER = SeedSigner.numbered(ORIGIN, 1);
  private static final List<NoteVerifier> KNOWN = List.of(SIGNER.verifier());
  private static final TlogProof PROOF = proof(37, 100);
  private static final String FILE = PROOF.toString();

  @Test
  void theFileIsLaidOutAsSpecified() {
    StringBuilder expected = new StringBuilder("c2sp.org/tlog-proof@v1\nindex 37\n");
    for (MerkleHash hash : TREE.path(37, 100)) {
      expected.append(Base64.getEncoder().encodeToString(hash.bytes())).append('\n');
    }
    expected.append('\n').append(Vectors.text(checkpoint(100).encode()));

    assertThat(Vectors.text(PROOF.encode())).isEqualTo(expected.toString());
  }

  @Test
  void extraDataIsTheSecondLine() {
    TlogProof extra =
        TlogProof.withExtra(Vectors.utf8("extra information"), 0, List.of(), checkpoint(1));

    assertThat(Vectors.text(extra.encode()))
        .startsWith("c2sp.org/tlog-proof@v1\nextra ZXh0cmEgaW5mb3JtYXRpb24=\nindex 0\n\n" + ORIGIN);
    assertThat(TlogProof.parse(extra.encode())).isEqualTo(extra);
    assertThat(extra.extraData().map(Vectors::text)).contains("extra information");
    assertThat(PROOF.extraData()).isEmpty();
  }

  @Test
  void everyLeafOfEverySizeIsProvedAndReadAgain() {
    for (int size = 1; size <= 100; size += 9) {
      for (int index = 0; index < size; index += 5) {
        TlogProof proof = proof(index, size);
        TlogProof read = TlogProof.parse(proof.encode());

        assertThat(read).isEqualTo(proof);
        assertThat(read.verify(TREE.leaf(index), ORIGIN, KNOWN))
            .isEqualTo(new Checkpoint(ORIGIN, size, TREE.root(size)));
      }
    }
  }

  /** The specification's example, with whole signature lines in place of its shortened ones. */
  @Test
  void theExampleOfTheSpecificationIsReadAndWrittenToTheByte() {
    String example =
        """
        c2sp.org/tlog-proof@v1
        extra YWdlLXYxLjIuMS1kYXJ3aW4tYXJtNjQudGFyLmd6kYXJ3aW4tYXJ
        index 73894
        gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
        B95lDa8R83lS8n0eG+o0buTxRKQTYFi//1U8anccXmA=
        EKNzoDWG8LGC0Yp9o+sv3qllpMP9uHQ9B20KNL+Q1zs=
        RoopEkOdqkYqMB4MJXrbt/hMjOxsVn0IrWjpz1ZMMes=
        AHCioX9nLjsrse6YhjRRmk1WUEirVOLLRoOQ6vfO5vk=

        example.com/fancylog
        109482
        sFodV/vSp5O8n9a8QpW6PRY97tfOSW5bsc2Xl/EQi08=

        \u2014 example.com/fancylog hI2DJwAAAAA=
        \u2014 witness1.example mJirIgAAAAA=
        """;
    TlogProof proof = TlogProof.parse(Vectors.utf8(example));

    assertThat(proof).hasToString(example);
    assertThat(proof.index()).isEqualTo(73_894);
    assertThat(proof.hashes()).hasSize(5);
    assertThat(proof.checkpoint().signatures()).hasSize(2);
  }

  @Test
  void aProofOfAnotherEntryPlaceLogOrKeyIsRefused() {
    assertUnverified(
        () -> PROOF.verify(TREE.leaf(38), ORIGIN, KNOWN),
        "the tree of size 100 does not contain this entry at index 37");
    assertUnverified(
        () -> moved(36).verify(TREE.leaf(37), ORIGIN, KNOWN),
        "the tree of size 100 does not contain this entry at index 36");
    assertUnverified(
        () -> moved(100).verify(TREE.leaf(37), ORIGIN, KNOWN),
        "the tree of size 100 does not contain this entry at index 100");
    assertUnverified(
        () -> PROOF.verify(TREE.leaf(37), "iam.example/audit/b", KNOWN),
        "the checkpoint's origin is 'iam.example/audit/acme', not 'iam.example/audit/b'");
    assertUnverified(
        () ->
            PROOF.verify(TREE.leaf(37), ORIGIN, List.of(SeedSigner.numbered(ORIGIN, 2).verifier())),
        "no known key signed this note");
  }

  @Test
  void aChangedBitOfEachByteOfAProofIsRefused() {
    requireChangesRefused(5);
  }

  @Test
  @Tag("ci")
  void everyChangedBitOfAProofIsRefused() {
    requireChangesRefused(1);
  }

  private static void requireChangesRefused(int step) {
    byte[] file = PROOF.encode();
    for (int bit = 0; bit < file.length * 8; bit += step) {
      byte[] other = file.clone();
      other[bit / 8] ^= (byte) (1 << (bit % 8));
      if (isProved(other)) {
        fail("it is taken: " + Vectors.text(other));
      }
    }
  }

  private static boolean isProved(byte[] file) {
    try {
      TlogProof.parse(file).verify(TREE.leaf(37), ORIGIN, KNOWN);
      return true;
    } catch (MalformedNoteException | UnverifiedNoteException e) {
      return false;
    }
  }

  @Test
  void theMessageNamesTheLine() {
    assertMalformed("", "the last line does not end in a newline");
    assertMalformed("\n", "no empty line separates the proof from the checkpoint");
    assertMalformed("\n\n" + FILE, "line 1 must be c2sp.org/tlog-proof@v1");
    assertMalformed(FILE.replace("@v1", "@v2"), "line 1 must be c2sp.org/tlog-proof@v1");
    assertMalformed(FILE.replace("@v1", "@v1 "), "line 1 must be c2sp.org/tlog-proof@v1");
    assertMalformed(FILE.replace("index", "Index"), "line 2 does not contain the index");
    assertMalformed(FILE.replace("index 37\n", ""), "line 2 does not contain the index");
    assertMalformed(
        FILE.replace("index 37", "extra AA==\nextra AA=="), "line 3 does not contain the index");
    assertMalformed(
        FILE.replace("index 37", "index 37\nindex 37"), "the hash in line 3 is not valid base64");
    assertMalformed(
        FILE.replace("index 37", "index 37\nAAAA"), "the hash in line 3 has 3 bytes, not 32");
    assertMalformed(
        "c2sp.org/tlog-proof@v1\nindex 0\n\n",
        "the checkpoint: no empty line separates the text from the signatures");
    assertMalformed(
        "c2sp.org/tlog-proof@v1\n\n" + Vectors.text(checkpoint(1).encode()),
        "line 2 does not contain the index");
    assertMalformed(FILE.strip(), "the last line does not end in a newline");
    assertMalformed(FILE.replace("index", "\tindex"), "control character U+0009 in line 2");
  }

  @Test
  void theIndexHasOneForm() {
    for (String index : List.of("037", "+37", "-37", " 37", "37 ", "", "0x25")) {
      assertMalformed(
          FILE.replace("index 37", "index " + index),
          "the index in line 2 must be a number without leading zeros");
    }
    assertMalformed(
        FILE.replace("index 37", "extra AA==\nindex 037"),
        "the index in line 3 must be a number without leading zeros");
  }

  @Test
  void extraDataHasOneForm() {
    assertMalformed(FILE.replace("index", "extra \nindex"), "the extra data is empty");
    assertMalformed(FILE.replace("index", "extra *\nindex"), "the extra data is not valid base64");
    assertMalformed(
        FILE.replace("index", "extra AA\nindex"), "the extra data is not canonical base64");
    assertMalformed(FILE.replace("index", "extra\nindex"), "line 2 does not contain the index");
  }

  @Test
  void noPathIsLongerThanSixtyThreeHashes() {
    MerkleHash any = TREE.leaf(0);
    TlogProof longest = new TlogProof(1, Collections.nCopies(63, any), checkpoint(9));

    assertThat(TlogProof.parse(longest.encode())).isEqualTo(longest);
    assertThatThrownBy(() -> new TlogProof(1, Collections.nCopies(64, any), checkpoint(9)))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("the proof has 64 hashes, more than any path can have");
    String line = Base64.getEncoder().encodeToString(any.bytes()) + "\n";
    assertMalformed(
        longest.toString().replace("index 1\n", "index 1\n" + line.repeat(9)),
        "the proof has 64 hashes, more than any path can have");
  }

  @Test
  void aBrokenCheckpointIsRefused() {
    assertMalformed(
        FILE.replace("\u2014 ", "- "), "the checkpoint: line 5 is not a signature line");
    TlogProof noCheckpoint =
        new TlogProof(0, List.of(), SignedNote.sign(ORIGIN + "\n", List.of(SIGNER)));
    assertThatThrownBy(() -> noCheckpoint.verify(TREE.leaf(0), ORIGIN, KNOWN))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("a checkpoint must have at least three lines, but this one has 1");
  }

  @Test
  void whatCannotBeWrittenIsNotMade() {
    assertThatThrownBy(() -> new TlogProof(-1, List.of(), checkpoint(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the index -1 is negative");
    assertThatThrownBy(() -> TlogProof.withExtra(new byte[0], 0, List.of(), checkpoint(1)))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("the extra data is empty");
    assertThatThrownBy(() -> new TlogProof(Optional.of("A"), 0, List.of(), checkpoint(1)))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("the extra data is not valid base64");
  }

  private static TlogProof proof(int index, int size) {
    return new TlogProof(index, TREE.path(index, size), checkpoint(size));
  }

  private static TlogProof moved(int index) {
    return new TlogProof(index, PROOF.hashes(), PROOF.checkpoint());
  }

  private static SignedNote checkpoint(int size) {
    String text = new Checkpoint(ORIGIN, size, TREE.root(size)).text();
    return SignedNote.sign(text, List.of(SIGNER));
  }

  private static void assertUnverified(Runnable call, String message) {
    assertThatThrownBy(call::run).isInstanceOf(UnverifiedNoteException.class).hasMessage(message);
  }

  private static void assertMalformed(String file, String message) {
    assertThatThrownBy(() -> TlogProof.parse(Vectors.utf8(file)))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage(message);
  }
}
