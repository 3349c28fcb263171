package io.iamplane.decision.seal.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.iamplane.decision.seal.check.SealRecord.Contents;
import io.iamplane.shared.UuidV7;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A seal's record is read as the chain holds it, and one of another form is no failure. */
class SealRecordTest {

  private static final String ID = "0199f3a0-7c3e-7b52-8f10-3a5d2c9e4b17";
  private static final String FIRST = "0199f3a0-0000-7b52-8f10-3a5d2c9e4b17";
  private static final String LAST = "0199f3a0-1111-7b52-8f10-3a5d2c9e4b17";
  private static final Instant AT = Instant.parse("2026-05-11T12:00:00.123456Z");

  private static final String TEXT =
      """
      {"after":{"blocks":2,"decisions":70,"first_block":"%s","last_block":"%s","root":"ab"}}
      """
          .formatted(FIRST, LAST);

  @Test
  void itsContentsAreRead() {
    SealRecord record = SealRecord.read(9, AT, ID, TEXT);

    assertThat(record.seq()).isEqualTo(9);
    assertThat(record.at()).isEqualTo(AT);
    assertThat(record.contents())
        .isEqualTo(
            new Contents(
                UUID.fromString(ID), 2, 70, UUID.fromString(FIRST), UUID.fromString(LAST), "ab"));
    assertThat(record.blocks()).isEqualTo(2);
    assertThat(record.decisions()).isEqualTo(70);
  }

  @Test
  void membersThatALaterVersionAddsAreNoMatter() {
    assertThat(SealRecord.read(9, AT, ID, TEXT.replace("{\"after\":{", "{\"after\":{\"new\":[1],")))
        .isEqualTo(SealRecord.read(9, AT, ID, TEXT));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "{}",
        "{\"after\":7}",
        "{\"after\":{\"blocks\":2}}",
        "{\"after\":{\"blocks\":\"x\",\"decisions\":2}}"
      })
  void anotherFormHasNoContents(String text) {
    assertNothing(SealRecord.read(9, AT, ID, text));
  }

  @ParameterizedTest
  @CsvSource({
    "0199f3a0-0000-7b52-8f10-3a5d2c9e4b17, block",
    "0199f3a0-1111-7b52-8f10-3a5d2c9e4b17, 0199F3A0-1111-7B52-8F10-3A5D2C9E4B17",
    "root, trunk",
    "blocks\":2, blocks\":0",
    "blocks\":2, blocks\":-2",
    "blocks\":2, blocks\":71",
    "decisions\":70, decisions\":1"
  })
  void aMemberThatNoSealHasLeavesNoContents(String part, String other) {
    assertThat(TEXT).contains(part);
    assertNothing(SealRecord.read(9, AT, ID, TEXT.replace(part, other)));
  }

  @Test
  void anIdThatNoSealHasLeavesNoContents() {
    assertNothing(SealRecord.read(9, AT, "acme", TEXT));
    assertNothing(SealRecord.read(9, AT, "", TEXT));
  }

  private static void assertNothing(SealRecord record) {
    assertThat(record.contents()).isNull();
    assertThat(record.blocks()).isZero();
    assertThat(record.decisions()).isZero();
    assertThat(record.seq()).as("its place is known").isEqualTo(9);
  }

  /** A record of a seal of two blocks. */
  static SealRecord record(long seq, Instant at, UUID first, UUID last) {
    UUID id = UuidV7.next();
    return new SealRecord(seq, at, id.toString(), new Contents(id, 2, 9, first, last, "ab"));
  }
}
