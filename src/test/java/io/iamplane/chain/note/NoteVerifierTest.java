package io.iamplane.chain.note;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Base64;
import org.junit.jupiter.api.Test;

class NoteVerifierTest {

  @Test
  void aVerifierKeyIsReadAndWrittenToTheByte() {
    for (String text : new String[] {Vectors.PETER, Vectors.ENOCH, Vectors.SUMDB}) {
      assertThat(NoteVerifier.parse(text)).hasToString(text);
    }
    NoteVerifier peter = NoteVerifier.parse(Vectors.PETER);
    assertThat(peter.keyName()).isEqualTo("PeterNeumann");
    assertThat(peter.keyId()).isEqualTo(0xc74f20a3);
    assertThat(Base64.getEncoder().encodeToString(peter.publicKey()))
        .isEqualTo("GlzZBxQ8OExB6DDFvOEqqIF+xWSaqr8sMTiLNbLXRNY=");
  }

  @Test
  void theIdBelongsToNameAndKey() {
    byte[] key = NoteVerifier.parse(Vectors.PETER).publicKey();

    assertThat(NoteVerifier.of("PeterNeumann", key))
        .isEqualTo(NoteVerifier.parse(Vectors.PETER))
        .hasSameHashCodeAs(NoteVerifier.parse(Vectors.PETER))
        .isEqualTo(SeedSigner.peter().verifier());
    assertThat(NoteVerifier.of("Peter", key).keyId()).isNotEqualTo(0xc74f20a3);
    assertThat(NoteVerifier.of("Peter", key))
        .isNotEqualTo(NoteVerifier.parse(Vectors.PETER))
        .isNotEqualTo("Peter");
  }

  @Test
  void everyPartOfAVerifierKeyIsRefusedWithoutTheRest() {
    for (int from = 0; from < Vectors.PETER.length(); from++) {
      for (int to = from; to <= Vectors.PETER.length(); to++) {
        if (to - from < Vectors.PETER.length()) {
          assertMalformed(Vectors.PETER.substring(from, to));
        }
      }
    }
  }

  @Test
  void everyChangedLetterIsRefused() {
    for (int i = 0; i < Vectors.PETER.length(); i++) {
      for (char letter : new char[] {'A', 'a', '0', '+', ' ', '/', '=', '\n', 'é', '_'}) {
        StringBuilder other = new StringBuilder(Vectors.PETER);
        other.setCharAt(i, letter);
        if (!other.toString().equals(Vectors.PETER)) {
          assertMalformed(other.toString());
        }
      }
    }
  }

  @Test
  void keysOfAnotherTypeOrLengthAreRefusedUnderTheirOwnId() {
    assertRefused(
        "PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==",
        "the verifier key's last part is not canonical base64");
    assertRefused(
        "PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW",
        "the verifier key's last part is not an Ed25519 key");
    assertRefused(
        "PeterNeumann+c74f20a3+AQID", "the verifier key's last part is not an Ed25519 key");
  }

  @Test
  void theMessageSaysWhatIsWrong() {
    assertRefused("PeterNeumann", "a verifier key must have the form name+id+key");
    assertRefused("PeterNeumann+c74f20a3", "a verifier key must have the form name+id+key");
    assertRefused("a+b+*", "the verifier key's last part is not valid base64");
    assertRefused(Vectors.PETER.replace("c74f", "C74F"), "the verifier key's id must be c74f20a3");
    assertRefused(Vectors.PETER.replace("PeterNeumann", ""), "the key name is empty");
    assertRefused(
        Vectors.PETER.replace("PeterN", "Peter N"),
        "the key name 'Peter Neumann' contains a space or a plus sign");
    assertRefused(
        "a+00000000+AQIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        "the verifier key's last part is not a point on the curve");
  }

  @Test
  void namesThatSignatureLinesCannotCarryAreRefused() {
    byte[] key = NoteVerifier.parse(Vectors.PETER).publicKey();
    for (String name :
        new String[] {
          "",
          "a b",
          "a+b",
          "a\u00a0b",
          "a\u0085b",
          "a\u1680b",
          "a\u2003b",
          "a\u2028b",
          "a\u202fb",
          "a\u205fb",
          "a\u3000b",
          "a\tb",
          "a\nb",
          "a\u0000b",
          "\ud800"
        }) {
      assertThatThrownBy(() -> NoteVerifier.of(name, key))
          .isInstanceOf(MalformedNoteException.class);
    }
    assertThat(NoteVerifier.of("iam.example/audit/é\u2014\u4e2d", key).keyName())
        .isEqualTo("iam.example/audit/é\u2014\u4e2d");
  }

  @Test
  void nobodyChangesAKeyFromOutside() {
    byte[] key = NoteVerifier.parse(Vectors.PETER).publicKey();
    NoteVerifier verifier = NoteVerifier.of("PeterNeumann", key);
    key[0]++;
    verifier.publicKey()[1]++;

    assertThat(verifier).hasToString(Vectors.PETER);
  }

  private static void assertMalformed(String text) {
    assertThatThrownBy(() -> NoteVerifier.parse(text))
        .as(text)
        .isInstanceOf(MalformedNoteException.class);
  }

  private static void assertRefused(String text, String message) {
    assertThatThrownBy(() -> NoteVerifier.parse(text))
        .isInstanceOf(MalformedNoteException.class)
        .hasMessage(message);
  }
}
