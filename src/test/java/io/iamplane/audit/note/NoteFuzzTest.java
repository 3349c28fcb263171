package io.iamplane.audit.note;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Any bytes are either refused with a reason, or mean just what they are when written again. */
class NoteFuzzTest {

  private static final int ROUNDS = 20_000;
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
    for (String seed : List.of("peter.note", "peter-and-enoch.note", "c2sp-signed-note.note")) {
      assertStrict(Vectors.file(seed), file -> SignedNote.parse(file).encode());
    }
  }

  @Test
  void checkpoints() {
    byte[] seed =
        Vectors.utf8(SignedNote.parse(Vectors.file("sumdb-6476701.note")).text() + "more\n");
    assertStrict(seed, file -> Vectors.utf8(Checkpoint.parse(NoteText.decode(file)).text()));
  }

  @Test
  void proofs() {
    SignedNote checkpoint = SignedNote.parse(Vectors.file("sumdb-15067302.note"));
    TlogProof proof =
        TlogProof.withExtra(
            new byte[] {1, 2, 3},
            5,
            List.of(Checkpoint.parse(checkpoint.text()).root()),
            checkpoint);
    assertStrict(proof.encode(), file -> TlogProof.parse(file).encode());
  }

  @Test
  void verifierKeys() {
    assertStrict(
        Vectors.utf8(Vectors.SUMDB),
        text -> Vectors.utf8(NoteVerifier.parse(Vectors.text(text)).toString()));
  }

  private void assertStrict(byte[] seed, Function<byte[], byte[]> readAndWrite) {
    assertThat(readAndWrite.apply(seed)).isEqualTo(seed);
    for (int i = 0; i < ROUNDS; i++) {
      byte[] file = mutated(seed);
      try {
        assertThat(readAndWrite.apply(file)).isEqualTo(file);
      } catch (MalformedNoteException e) {
        assertThat(e).hasMessageMatching("(?s).{5,200}");
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
