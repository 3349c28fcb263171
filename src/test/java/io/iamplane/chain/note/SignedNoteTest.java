package io.iamplane.chain.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignedNoteTest {

  private static final NoteVerifier PETER = NoteVerifier.parse(Vectors.PETER);
  private static final NoteVerifier ENOCH = NoteVerifier.parse(Vectors.ENOCH);
  private static final NoteVerifier SUMDB = NoteVerifier.parse(Vectors.SUMDB);

  @Test
  void notesOfOthersAreReadAndWrittenToTheByte() {
    for (String name :
        List.of(
            "peter.note",
            "peter-and-enoch.note",
            "sumdb-6476701.note",
            "sumdb-15067302.note",
            "c2sp-signed-note.note",
            "c2sp-checkpoint.note")) {
      assertThat(SignedNote.parse(Vectors.file(name)).encode()).isEqualTo(Vectors.file(name));
    }
  }

  @Test
  void notesOfOthersAreVerified() {
    assertThat(note("peter.note").verify(List.of(PETER))).containsExactly(PETER);
    assertThat(note("peter-and-enoch.note").verify(List.of(ENOCH, PETER)))
        .containsExactly(PETER, ENOCH);
    assertThat(note("sumdb-6476701.note").verify(List.of(SUMDB))).containsExactly(SUMDB);
    assertThat(note("sumdb-15067302.note").verify(List.of(PETER, SUMDB))).containsExactly(SUMDB);
  }

  @Test
  void ourSignatureIsThatOfTheExampleToTheByte() {
    SignedNote signed = SignedNote.sign(note("peter.note").text(), List.of(SeedSigner.peter()));

    assertThat(signed.encode()).isEqualTo(Vectors.file("peter.note"));
  }

  @Test
  void theTextEndsAtTheLastEmptyLine() {
    SignedNote poem = note("c2sp-signed-note.note");

    assertThat(poem.text())
        .isEqualTo(
            """
            Ognuno sta solo sul cuor della terra
            trafitto da un raggio di sole:

            ed è subito sera.
            """);
    assertThat(poem.signatures()).hasSize(1);
    assertThat(poem.signatures().getFirst().keyName()).isEqualTo("quasimodo.example/salvatore");
    assertThat(poem.signatures().getFirst().keyId()).isEqualTo(0x367ba04b);
    assertThat(poem.signatures().getFirst().signature()).hasSize(64);
  }

  @Test
  void aTextMayBeAnyLines() {
    for (String text : List.of("\n", "\n\n\n", "a\n\n", "\u2014 a AAAA\n", "x\n\n\u2014 b\n")) {
      SignedNote signed = SignedNote.sign(text, List.of(SeedSigner.peter()));

      assertThat(SignedNote.parse(signed.encode())).isEqualTo(signed);
      assertThat(signed.text()).isEqualTo(text);
    }
  }

  @Test
  void signaturesOfUnknownKeysSayNothing() {
    assertThat(note("peter-and-enoch.note").verify(List.of(ENOCH))).containsExactly(ENOCH);
    assertUnverified(note("peter.note"), List.of(ENOCH), "no known key signed this note");
    assertUnverified(note("peter.note"), List.of(), "no known key signed this note");
  }

  @Test
  void aKeyOfTheSameNameOrTheSameIdIsAnother() {
    SignedNote note = note("peter.note");
    SeedSigner namesake = SeedSigner.numbered("PeterNeumann", 1);
    NoteSignature signature = note.signatures().getFirst();
    SignedNote renamed =
        new SignedNote(
            note.text(), List.of(new NoteSignature("Peter", signature.keyIdAndSignature())));

    assertUnverified(note, List.of(namesake.verifier()), "no known key signed this note");
    assertUnverified(renamed, List.of(PETER), "no known key signed this note");
    assertThat(
            SignedNote.sign(note.text(), List.of(namesake, SeedSigner.peter()))
                .verify(List.of(PETER)))
        .containsExactly(PETER);
  }

  @Test
  void oneBadSignatureOfAKnownKeyRefusesTheWholeNote() {
    SignedNote note = note("peter-and-enoch.note");
    byte[] bad = note.signatures().get(1).signature();
    bad[10]++;
    NoteSignature enoch = NoteSignature.of("EnochRoot", ENOCH.keyId(), bad);
    SignedNote forged = new SignedNote(note.text(), List.of(note.signatures().get(0), enoch));

    assertUnverified(
        forged, List.of(PETER, ENOCH), "the signature by " + Vectors.ENOCH + " is invalid");
    assertThat(forged.verify(List.of(PETER))).containsExactly(PETER);
  }

  @Test
  void aSignatureOfAnotherLengthIsBad() {
    for (int length : new int[] {1, 63, 65, 5_000}) {
      NoteSignature odd = NoteSignature.of("PeterNeumann", PETER.keyId(), new byte[length]);
      assertUnverified(
          new SignedNote("text\n", List.of(odd)),
          List.of(PETER),
          "the signature by " + Vectors.PETER + " is invalid");
    }
  }

  @Test
  void aKeyThatSignedTwiceIsNamedOnce() {
    SignedNote twice = SignedNote.sign("text\n", List.of(SeedSigner.peter(), SeedSigner.peter()));

    assertThat(twice.signatures()).hasSize(2);
    assertThat(twice.verify(List.of(PETER, PETER))).containsExactly(PETER);
  }

  @Test
  void sixteenSignaturesAreAcceptedAndAHundredAndOneAreNot() {
    List<SeedSigner> signers = new ArrayList<>();
    for (int i = 0; i < SignedNote.MAX_SIGNATURES; i++) {
      signers.add(SeedSigner.numbered("witness-" + i + ".example", i));
    }
    SignedNote full = SignedNote.sign("text\n", signers);

    assertThat(SignedNote.parse(full.encode())).isEqualTo(full);
    assertThat(full.verify(signers.stream().map(SeedSigner::verifier).toList())).hasSize(100);
    assertThat(SignedNote.sign("text\n", signers.subList(0, 16)).signatures()).hasSize(16);
    signers.add(SeedSigner.peter());
    assertThatThrownBy(() -> SignedNote.sign("text\n", signers))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("the note has 101 signatures; at most 100 are allowed");
  }

  @Test
  void aNoteNeedsASigner() {
    assertThatThrownBy(() -> SignedNote.sign("text\n", List.of()))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage("a note must have a signature");
  }

  @Test
  void aTextThatIsNoTextIsNotSigned() {
    List<NoteSignature> signatures = note("peter.note").signatures();
    for (String text : List.of("", "a", "a\nb", "a\tb\n", "a\r\n", "\u0000\n", "\ud800\n")) {
      assertThatThrownBy(() -> SignedNote.sign(text, List.of(SeedSigner.peter())))
          .isInstanceOf(MalformedNoteException.class);
      assertThatThrownBy(() -> new SignedNote(text, signatures))
          .isInstanceOf(MalformedNoteException.class);
    }
  }

  @Test
  void aSignerWithAnotherKeyThanItSaysIsFoundOut() {
    SeedSigner peter = SeedSigner.peter();
    SeedSigner mixed =
        new SeedSigner("a", SeedSigner.numbered("a", 2).publicKey(), peter.privateKey());

    assertThatThrownBy(() -> SignedNote.sign("text\n", List.of(mixed)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the signature by a does not match its own key");
  }

  private static SignedNote note(String name) {
    return SignedNote.parse(Vectors.file(name));
  }

  private static void assertUnverified(SignedNote note, List<NoteVerifier> known, String message) {
    assertThatThrownBy(() -> note.verify(known))
        .isInstanceOf(UnverifiedNoteException.class)
        .hasMessage(message);
  }
}
