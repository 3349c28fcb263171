package io.iamplane.chain.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any bytes are either refused with a reason, or written again as the same bytes. */
class NoteFuzzTest {

  private static final int FEW = 5_000;
  private static final int MANY = 20_000;
  private static final String[] PIECES = {
    "\n",
    "\n\n",
    "\u2014 ",
    " ",
    "=",
    "+",
    "A",
    "AAAA",
    "0",
    "index ",
    "extra ",
    "\u0000",
    "\r",
    "\u2028",
    "c2sp.org/tlog-proof@v1\n",
    "\u2014 a AAAAAAA=\n"
  };

  private final Random random = new Random(2119);

  @Test
  void notes() {
    notes(FEW);
  }

  @Test
  @Tag("ci")
  void manyNotes() {
    notes(MANY);
  }

  private void notes(int rounds) {
    for (String seed : List.of("peter.note", "peter-and-enoch.note", "c2sp-signed-note.note")) {
      assertStrict(rounds, Vectors.file(seed), file -> SignedNote.parse(file).encode());
    }
  }

  @Test
  void checkpoints() {
    checkpoints(FEW);
  }

  @Test
  @Tag("ci")
  void manyCheckpoints() {
    checkpoints(MANY);
  }

  private void checkpoints(int rounds) {
    byte[] seed =
        Vectors.utf8(SignedNote.parse(Vectors.file("sumdb-6476701.note")).text() + "more\n");
    assertStrict(
        rounds, seed, file -> Vectors.utf8(Checkpoint.parse(NoteText.decode(file)).text()));
  }

  @Test
  void proofs() {
    proofs(FEW);
  }

  @Test
  @Tag("ci")
  void manyProofs() {
    proofs(MANY);
  }

  private void proofs(int rounds) {
    SignedNote checkpoint = SignedNote.parse(Vectors.file("sumdb-15067302.note"));
    TlogProof proof =
        TlogProof.withExtra(
            new byte[] {1, 2, 3},
            5,
            List.of(Checkpoint.parse(checkpoint.text()).root()),
            checkpoint);
    assertStrict(rounds, proof.encode(), file -> TlogProof.parse(file).encode());
  }

  @Test
  void verifierKeys() {
    verifierKeys(FEW);
  }

  @Test
  @Tag("ci")
  void manyVerifierKeys() {
    verifierKeys(MANY);
  }

  private void verifierKeys(int rounds) {
    assertStrict(
        rounds,
        Vectors.utf8(Vectors.SUMDB),
        text -> Vectors.utf8(NoteVerifier.parse(Vectors.text(text)).toString()));
  }

  private void assertStrict(int rounds, byte[] seed, Function<byte[], byte[]> readAndWrite) {
    assertThat(readAndWrite.apply(seed)).isEqualTo(seed);
    for (int i = 0; i < rounds; i++) {
      byte[] file = mutated(seed);
      try {
        if (!Arrays.equals(readAndWrite.apply(file), file)) {
          fail("it is written as another: " + Vectors.text(file));
        }
      } catch (MalformedNoteException e) {
        if (e.getMessage().length() < 5 || e.getMessage().length() > 200) {
          fail("the reason is: " + e.getMessage());
        }
      }
    }
  }

  /** One to three places cut out, and filled with a piece, with noise, or not at all. */
  private byte[] mutated(byte[] seed) {
    byte[] file = seed;
    for (int i = random.nextInt(3); i >= 0; i--) {
      int end = random.nextInt(file.length + 1);
      int start = Math.min(file.length, end + random.nextInt(3));
      byte[] piece = piece();
      file =
          ByteBuffer.allocate(end + piece.length + file.length - start)
              .put(file, 0, end)
              .put(piece)
              .put(file, start, file.length - start)
              .array();
    }
    return file;
  }

  private byte[] piece() {
    return switch (random.nextInt(3)) {
      case 0 -> Vectors.utf8(PIECES[random.nextInt(PIECES.length)]);
      case 1 -> new byte[] {(byte) random.nextInt(256)};
      default -> new byte[0];
    };
  }
}
