package io.iamplane.chain.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Refuses every deviation from the note format, and every changed byte of a signed note. */
class SignedNoteFormatTest {

  /** From bit to bit: at least one of each byte, and each of the eight in turn. */
  private static final int STEP = 5;

  private static final NoteVerifier PETER = NoteVerifier.parse(Vectors.PETER);
  private static final String NOTE = Vectors.text(Vectors.file("peter.note"));
  private static final String TEXT = NOTE.substring(0, NOTE.indexOf("\n\n") + 1);
  private static final String LINE = NOTE.substring(TEXT.length() + 1);
  private static final String BASE64 = LINE.substring("\u2014 PeterNeumann ".length()).strip();

  @Test
  void theMessageNamesThePlace() {
    assertMalformed(TEXT, "no empty line separates the text from the signatures");
    assertMalformed(TEXT + "\n", "a note must have a signature");
    assertMalformed(LINE, "no empty line separates the text from the signatures");
    assertMalformed("\n" + LINE, "no empty line separates the text from the signatures");
    assertMalformed("", "the last line does not end in a newline");
    assertMalformed(NOTE.strip(), "the last line does not end in a newline");
    assertMalformed(NOTE + "\n", "a note must have a signature");
    assertMalformed(NOTE + "Unexpected line.\n", "line 5 is not a signature line");
    assertMalformed(NOTE + "\n" + "Unexpected line.\n", "line 6 is not a signature line");
    assertMalformed(TEXT + "\nX\n" + LINE, "line 4 is not a signature line");
    assertMalformed("\u0001" + NOTE, "control character U+0001 in line 1");
    assertMalformed(NOTE.replace("then", "the\rn"), "control character U+000D in line 2");
    assertMalformed(NOTE.replace("\n", "\r\n"), "control character U+000D in line 1");
    assertMalformed(NOTE.replace("Neumann x", "Neumann\tx"), "control character U+0009 in line 4");
    assertMalformed(NOTE + "\u0000", "control character U+0000 in line 5");
  }

  @Test
  void aSignatureLineHasOneForm() {
    String start = "line 4 is not a signature line";
    assertLine("- PeterNeumann " + BASE64, start);
    assertLine("\u2013 PeterNeumann " + BASE64, start);
    assertLine("\u2014PeterNeumann " + BASE64, start);
    assertLine("\u2014\u00a0PeterNeumann " + BASE64, start);
    assertLine(" \u2014 PeterNeumann " + BASE64, start);
    assertLine("\u2014 PeterNeumann", start);
    assertLine("\u2014 ", start);
    assertLine("\u2014  " + BASE64, "line 4: the key name is empty");
    assertLine(
        "\u2014 Peter+N " + BASE64,
        "line 4: the key name 'Peter+N' contains a space or a plus sign");
    assertLine(
        "\u2014 Peter\u3000N " + BASE64,
        "line 4: the key name 'Peter\u3000N' contains a space or a plus sign");
    assertLine("\u2014 Bad Name " + BASE64, "line 4: the signature is not valid base64");
    assertLine("\u2014 PeterNeumann  " + BASE64, "line 4: the signature is not valid base64");
    assertLine("\u2014 PeterNeumann " + BASE64 + " ", "line 4: the signature is not valid base64");
  }

  @Test
  void base64HasOneForm() {
    assertLine("\u2014 a ", "line 4: the signature has nothing after its key id");
    assertLine("\u2014 a AAAAAA==", "line 4: the signature has nothing after its key id");
    assertLine("\u2014 a AAAAAAA", "line 4: the signature is not canonical base64");
    assertLine("\u2014 a AAAAAAB=", "line 4: the signature is not canonical base64");
    assertLine("\u2014 a AAAAAAA==", "line 4: the signature is not valid base64");
    assertLine("\u2014 a AAAAAAA=A", "line 4: the signature is not valid base64");
    assertLine("\u2014 a AAAA_AA=", "line 4: the signature is not valid base64");
    assertThat(SignedNote.parse(Vectors.utf8(TEXT + "\n\u2014 a AAAAAAA=\n")).signatures())
        .hasSize(1);
  }

  @Test
  void bytesThatAreNotUtf8AreRefused() {
    for (int[] bad : new int[][] {{0xff}, {0xc0, 0xaf}, {0xed, 0xa0, 0x80}, {0xe2, 0x80}}) {
      ByteBuffer file = ByteBuffer.allocate(bad.length + 1000);
      Arrays.stream(bad).forEach(each -> file.put((byte) each));
      file.put(Vectors.utf8(NOTE));
      byte[] bytes = Arrays.copyOf(file.array(), file.position());

      assertThatThrownBy(() -> SignedNote.parse(bytes))
          .isInstanceOf(MalformedNoteException.class)
          .hasMessage("the text is not valid UTF-8");
    }
  }

  @Test
  void aNoteThatIsTooLargeIsRefusedBeforeItIsRead() {
    byte[] large = new byte[(1 << 20) + 1];
    assertThatThrownBy(() -> SignedNote.parse(large))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("the text has 1048577 bytes; at most 1048576 are allowed");

    String most = "a".repeat((1 << 20) - Vectors.utf8(LINE).length - 2) + "\n\n" + LINE;
    assertThat(SignedNote.parse(Vectors.utf8(most)).signatures()).hasSize(1);
  }

  @Test
  void aNoteWithTooManySignaturesIsRefused() {
    assertMalformed(TEXT + "\n" + LINE.repeat(101), "the note has more than 100 signatures");
    assertThat(
            SignedNote.parse(Vectors.utf8(TEXT + "\n" + LINE.repeat(100))).verify(List.of(PETER)))
        .containsExactly(PETER);
  }

  @Test
  void aChangedBitOfEachByteOfASignedNoteIsRefused() {
    requireChangesRefused(STEP);
  }

  @Test
  @Tag("ci")
  void everyChangedBitOfASignedNoteIsRefused() {
    requireChangesRefused(1);
  }

  private static void requireChangesRefused(int step) {
    byte[] note = Vectors.utf8(NOTE);
    for (int bit = 0; bit < note.length * 8; bit += step) {
      byte[] other = note.clone();
      other[bit / 8] ^= (byte) (1 << (bit % 8));
      assertRefused(other);
    }
  }

  @Test
  void everyByteLessOrMoreIsRefused() {
    byte[] note = Vectors.utf8(NOTE);
    for (int at = 0; at <= note.length; at++) {
      if (at < note.length) {
        assertRefused(joined(note, at, new byte[0], at + 1));
      }
      for (byte more : new byte[] {'\n', ' ', 'A', '=', '+', 0}) {
        assertRefused(joined(note, at, new byte[] {more}, at));
      }
      if (at < note.length) {
        assertRefused(Arrays.copyOf(note, at));
      }
    }
  }

  /** Only the stranger's signature line is outside of the signed text of a known key. */
  @Test
  void whatChangesBesideAKnownSignatureIsAStrangersLineOnly() {
    requireChangesRefusedBesideAStrangers(STEP);
  }

  @Test
  @Tag("ci")
  void whateverBitChangesBesideAKnownSignatureIsInAStrangersLine() {
    requireChangesRefusedBesideAStrangers(1);
  }

  private static void requireChangesRefusedBesideAStrangers(int step) {
    byte[] note = Vectors.file("peter-and-enoch.note");
    int stranger = Vectors.utf8(NOTE).length;
    List<Integer> accepted = new ArrayList<>();
    for (int bit = 0; bit < note.length * 8; bit += step) {
      byte[] other = note.clone();
      other[bit / 8] ^= (byte) (1 << (bit % 8));
      if (isAccepted(other)) {
        accepted.add(bit / 8);
      }
    }
    assertThat(accepted).isNotEmpty().allMatch(at -> at >= stranger);
  }

  /** Ids have 32 bits, so that two keys with the same one are quickly made. */
  @Test
  void knownKeysThatCannotBeToldApartAreRefused() {
    List<NoteVerifier> twins = twins();
    SignedNote note =
        new SignedNote(
            TEXT, List.of(NoteSignature.of("twin", twins.getFirst().keyId(), new byte[64])));

    assertThat(twins.getFirst()).isNotEqualTo(twins.getLast());
    assertThatThrownBy(() -> note.verify(twins))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("two known keys have the same name and id: twin");
  }

  private static List<NoteVerifier> twins() {
    Random random = new Random(1);
    Map<Integer, byte[]> seen = new HashMap<>();
    while (true) {
      byte[] key = new byte[32];
      random.nextBytes(key);
      byte[] other = seen.put(NoteVerifier.keyId("twin", key), key);
      if (other != null && isKey(key) && isKey(other)) {
        return List.of(NoteVerifier.of("twin", key), NoteVerifier.of("twin", other));
      }
    }
  }

  private static boolean isKey(byte[] raw) {
    try {
      return Ed25519.publicKey(raw) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static byte[] joined(byte[] note, int end, byte[] between, int start) {
    ByteBuffer other = ByteBuffer.allocate(end + between.length + note.length - start);
    other.put(note, 0, end).put(between).put(note, start, note.length - start);
    return other.array();
  }

  private static boolean isAccepted(byte[] file) {
    try {
      SignedNote note = SignedNote.parse(file);
      if (!Arrays.equals(note.encode(), file)) {
        fail("it is written as another: " + Vectors.text(file));
      }
      return note.verify(List.of(PETER)).equals(List.of(PETER)) && note.text().equals(TEXT);
    } catch (MalformedNoteException | UnverifiedNoteException e) {
      return false;
    }
  }

  private static void assertRefused(byte[] file) {
    try {
      SignedNote.parse(file).verify(List.of(PETER));
    } catch (MalformedNoteException | UnverifiedNoteException e) {
      return;
    }
    fail("it is taken: " + Vectors.text(file));
  }

  private static void assertLine(String line, String message) {
    assertMalformed(TEXT + "\n" + line + "\n", message);
  }

  private static void assertMalformed(String file, String message) {
    assertThatThrownBy(() -> SignedNote.parse(Vectors.utf8(file)))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage(message);
  }
}
